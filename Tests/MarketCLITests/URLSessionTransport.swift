// What follows stands in docs/client.md; a test compares the two.
import Foundation
import MarketClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct URLSessionTransport: Transport {
  func send(_ request: ClientRequest) async throws(TransportFault) -> ClientResponse {
    guard let url = URL(string: request.url) else { throw TransportFault(.failed) }
    var sent = URLRequest(url: url, timeoutInterval: Double(request.timeout) / 1_000)
    sent.httpMethod = request.body == nil ? "GET" : "POST"
    sent.httpBody = request.body.map { Data($0) }
    for field in request.fields { sent.setValue(field.value, forHTTPHeaderField: field.name) }
    do {
      let (body, head) = try await URLSession.shared.data(for: sent)
      guard let head = head as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      let fields = head.allHeaderFields.map { HeaderField("\($0.key)", "\($0.value)") }
      return ClientResponse(status: head.statusCode, fields: fields, body: Array(body))
    } catch {
      let isLate = (error as? URLError)?.code == .timedOut
      throw TransportFault(isLate ? .timedOut : .refused, detail: error.localizedDescription)
    }
  }
}
