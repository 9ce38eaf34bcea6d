/// How a body travels.
enum ContentCoding: CaseIterable {
  case identity
  case gzip

  /// The coding that an `Accept-Encoding` likes best (RFC 9110, 12.5.3).
  ///
  /// gzip wins where it is accepted and identity is not liked better by name. A request that accepts
  /// neither gets identity, which the RFC allows and every client reads.
  init(accepting value: String) {
    let list = WeightedList(value)
    let weight = list.weight(of: "gzip") ?? list.choices.first { $0.name == "x-gzip" }?.weight ?? 0
    let identityWeight = list.choices.first { $0.name == "identity" }?.weight ?? 0
    self = weight > 0 && weight >= identityWeight ? .gzip : .identity
  }

  /// The least bytes of a body that is compressed: below, the fields cost what the body saves.
  static let leastCompressibleCount = 1_024
}
