/// The kinds of product files that can be imported.
public enum ProductFormat: String, CaseIterable, Sendable {
  /// Lines of this program's own export.
  case ndjson
  /// A list of the Open Market API: an object whose `pages` hold the products.
  case openMarket = "openmarket"
  /// A list of DummyJSON: an array of products, or an object whose `products` hold them.
  case dummyJSON = "dummyjson"

  /// The format's name on the command line.
  public var name: String { rawValue }
}
