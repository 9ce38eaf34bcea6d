/// A market behind the HTTP API, for code that awaits: an app's screens.
///
/// ```swift
/// let market = RemoteMarket(ClientSettings(server: address), over: URLSessionTransport())
/// let slice = try await market.answer(to: .slice(FeedQuery(page: .popularProduct)))
/// ```
public struct RemoteMarket: Sendable {
  /// How the server is asked.
  public let settings: ClientSettings
  private let transport: any Transport

  /// Makes a market; nothing is sent yet.
  public init(_ settings: ClientSettings, over transport: any Transport) {
    self.settings = settings
    self.transport = transport
  }

  /// Runs a call.
  public func answer<Answer>(to call: Call<Answer>) async throws(ClientError) -> Answer {
    let request = call.request(settings)
    let response: ClientResponse
    do {
      response = try await transport.send(request)
    } catch {
      throw .transport(error)
    }
    return try call.answer(from: response.limited(by: request))
  }
}

extension ClientResponse {
  /// The response, whose length a careless transport may not have limited.
  func limited(by request: ClientRequest) throws(ClientError) -> ClientResponse {
    guard body.count <= request.answerLimit else {
      throw .unexpected(.tooLarge(limit: request.answerLimit))
    }
    return self
  }
}
