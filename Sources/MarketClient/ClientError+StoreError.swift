public import MarketCatalog

extension ClientError {
  /// What the error means to a front-end that does not know where its feeds come from.
  ///
  /// A refused cursor is ``MarketCatalog/CursorError/malformed`` for every reason but its age, as
  /// the API does not tell them apart.
  public var storeError: StoreError {
    switch self {
    case .transport(let fault): fault.storeError
    case .problem(let problem): problem.storeError
    case .unexpected(let fault): fault.storeError
    }
  }
}

extension TransportFault {
  fileprivate var storeError: StoreError {
    switch kind {
    case .cancelled: .cancelled
    case .unknownHost, .refused, .timedOut, .insecure, .interrupted:
      .unavailable(detail: description)
    case .notHTTP, .tooLarge, .failed: .unexpected(detail: description)
    }
  }
}

extension ServerProblem {
  fileprivate var storeError: StoreError {
    switch type {
    case .invalidCursor: .cursor(.malformed)
    case .cursorExpired: .cursor(.expired)
    case .busy, .tooManyRequests: .busy(detail: description)
    case .unavailable, .requestTimeout: .unavailable(detail: description)
    default: .unexpected(detail: description)
    }
  }
}

extension AnswerFault {
  /// What gateways say of a server that is away (RFC 9110, 15.6).
  private static let statusesOfAbsence = 502...504

  fileprivate var storeError: StoreError {
    switch self {
    case .status(429): .busy(detail: description)
    case .status(let status) where Self.statusesOfAbsence.contains(status):
      .unavailable(detail: description)
    case .noSuchPath: .schemaMismatch(detail: description)
    case .status, .redirect, .contentType, .content, .tooLarge: .unexpected(detail: description)
    }
  }
}
