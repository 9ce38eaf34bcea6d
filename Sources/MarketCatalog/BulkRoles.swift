// Roles that pass a caller's own errors through, which Embedded Swift cannot: they move whole
// catalogs, which a browser never does.
#if !hasFeature(Embedded)
  /// Streams everything that is listed.
  public protocol CatalogStreaming {
    /// Calls `body` for every listed product in id order, reading one state of the store throughout.
    ///
    /// An error thrown by `body` ends the stream and is thrown on.
    func forEachProduct(_ body: (Product) throws -> Void) throws
  }

  /// Takes products from files.
  public protocol ProductImporting {
    /// Writes all products of a file, or none.
    ///
    /// `produce` is called once inside the transaction and hands over each product, with its row in
    /// the file, by calling its argument; an error that it throws undoes everything. A product that
    /// is known by its source keeps its id, its dates and its events.
    ///
    /// The argument gives the first row of the same import that holds the same product in another
    /// state, else nil. The later row is not written then: a file that contradicts itself would
    /// change the store each time it comes.
    func importProducts(
      at now: Timestamp,
      _ produce: (_ put: (ImportedProduct, _ row: Int) throws(StoreError) -> Int?) throws -> Void
    ) throws -> ImportReport
  }

  /// Fills a store with a shop.
  public protocol Seeding {
    /// How many seeded products the store has.
    func seededProductCount() throws(StoreError) -> Int
    /// Removes seeded products with their events and nothing else; returns how many.
    func removeSeededProducts(at now: Timestamp) throws(StoreError) -> Int
    /// Adds `count` products, in the order in which `next` gives them, or none when it throws.
    ///
    /// `next` is called with the product's place, from 0; products should come oldest first, so that
    /// ids follow time.
    func seed(
      count: Int, at now: Timestamp, _ next: (Int) throws -> SeedProduct
    ) throws
  }
#endif
