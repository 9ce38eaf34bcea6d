import MarketCatalog
import MarketClient

extension Failure {
  /// Tells why a server's market cannot be read.
  init(_ error: ClientError, from server: ServerAddress) {
    let message = "cannot read from \(server): \(error)".visible
    switch error {
    case .transport(let fault):
      self.init(.unavailable, message, advice: Self.advice(for: fault))
    case .problem(let problem):
      let isBusy = problem.type == .busy || problem.type == .tooManyRequests
      self.init(
        isBusy ? .busy : .unavailable, message,
        advice: isBusy ? Self.tryAgain : "see what the server's log says")
    case .unexpected(let fault):
      self.init(
        .unavailable, "\(server) is no Market server of this version: \(fault)".visible,
        advice: Self.advice(for: fault))
    }
  }

  /// Tells why a server's market cannot be read on, in the words of a store.
  init(_ error: StoreError, from server: ServerAddress) {
    let message = "cannot read on from \(server): \(error.debugDescription)".visible
    switch error {
    case .busy: self.init(.busy, message, advice: Self.tryAgain)
    case .cursor: self.init(.busy, message, advice: "run the command again")
    case .unavailable, .notPermitted, .full, .inputOutput, .constraint, .schemaMismatch, .corrupt,
      .cancelled,
      .unknownProducts, .unexpected:
      self.init(.unavailable, message, advice: Self.checkAddress)
    }
  }

  private static let tryAgain = "try again in a moment"
  private static let checkAddress =
    "check the address; a server is started with: market-cli serve"

  private static func advice(for fault: TransportFault) -> String {
    switch fault.kind {
    case .unknownHost, .refused, .notHTTP: checkAddress
    case .timedOut, .interrupted, .cancelled: tryAgain
    case .insecure:
      "check that the address begins with https rightly, then the server's certificate"
    case .tooLarge: checkAddress
    case .failed: "install libcurl: apt-get install libcurl4"
    }
  }

  private static func advice(for fault: AnswerFault) -> String {
    switch fault {
    case .redirect: "give the address that it sends on to"
    case .status(502...504), .status(429): tryAgain
    case .status, .noSuchPath, .contentType, .content, .tooLarge: checkAddress
    }
  }
}
