import MarketCatalog

extension Language {
  /// The language that an `Accept-Language` likes best: Korean when it likes none, or is not there.
  ///
  /// A range matches by its first subtag, so that `en-GB` gets English; of equal weights the first
  /// wins (RFC 9110, 12.5.4).
  init(accepting value: String?) {
    guard let value else {
      self = .korean
      return
    }
    var best: (language: Language, weight: Int)?
    for choice in WeightedList(value).choices where choice.weight > (best?.weight ?? 0) {
      let primary = choice.name.prefix { $0 != "-" }
      if primary == "*" {
        best = (.korean, choice.weight)
      } else if let language = Language(rawValue: String(primary)) {
        best = (language, choice.weight)
      }
    }
    self = best?.language ?? .korean
  }
}
