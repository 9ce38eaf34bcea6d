import MarketClient
import Synchronization

/// Answers requests from a list and keeps what it was asked.
final class ScriptedTransport: BlockingTransport, Transport {
  typealias Outcome = Result<ClientResponse, TransportFault>

  private struct State {
    var outcomes: [Outcome]
    var requests: [ClientRequest] = []
  }

  private let state: Mutex<State>

  /// Makes a transport; after the last outcome it repeats it.
  init(_ outcomes: Outcome...) {
    state = Mutex(State(outcomes: outcomes))
  }

  var requests: [ClientRequest] { state.withLock { $0.requests } }

  func send(_ request: ClientRequest) throws(TransportFault) -> ClientResponse {
    let outcome = state.withLock { state in
      state.requests.append(request)
      return state.outcomes.count > 1 ? state.outcomes.removeFirst() : state.outcomes[0]
    }
    return try outcome.get()
  }
}

extension ClientSettings {
  /// A server that no test asks over a network.
  static let scripted: ClientSettings = {
    guard let server = ServerAddress("http://market.example/shop") else {
      preconditionFailure("the tests' address is none")
    }
    return ClientSettings(server: server, userAgent: "tests/1", timeout: 1_234, answerLimit: 10_000)
  }()
}

extension ClientResponse {
  /// An answer of the API.
  static func json(
    _ text: String, status: Int = 200, type: String = "application/json",
    fields: [HeaderField] = []
  ) -> ClientResponse {
    ClientResponse(
      status: status, fields: [HeaderField("content-type", type)] + fields, body: Array(text.utf8))
  }

  /// A problem as the API writes it.
  static func problem(
    _ type: String, status: Int, more: String = "", fields: [HeaderField] = []
  ) -> ClientResponse {
    json(
      #"{"type":"/problems/\#(type)","title":"T","status":\#(status),"detail":"what is wrong","#
        + #""request_id":"00c0ffee"\#(more)}"#,
      status: status, type: "application/problem+json", fields: fields)
  }
}
