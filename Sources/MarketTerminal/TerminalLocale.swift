public import MarketCatalog

extension Language {
  /// The language that the environment asks messages to be in (POSIX, 8.2).
  ///
  /// `LC_ALL`, then `LC_MESSAGES`, then `LANG`; the first that is not empty. Korean where nothing asks
  /// for a language, as in the locales `C` and `POSIX`, since the market is Korean; English for one
  /// that the product does not speak.
  ///
  /// - Parameter environment: Gives a variable's value, nil when it is not set.
  public init(environment: (String) -> String?) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment)
      .first { !$0.isEmpty }
    let name = locale?.prefix { $0 != "_" && $0 != "." && $0 != "@" } ?? "C"
    self =
      name == "C" || name == "POSIX"
      ? .korean : Language(rawValue: name.lowercased()) ?? .english
  }
}
