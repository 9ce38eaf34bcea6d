// Rule: no Codable.
// Refused with: does not conform to protocol 'Decodable'
public struct Card: Codable {
  var id: Int64
}
