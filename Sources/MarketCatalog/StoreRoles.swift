// The roles of a store, in the words of the market. A reader is confined to the thread that uses
// it; every call blocks until it has its answer.

/// Reads slices of feeds: the one role that a terminal view or an app needs.
public protocol FeedReading {
  /// One slice of a feed.
  ///
  /// The first slice of a walk reads the newest generation; later ones the generation that their
  /// cursor names. Costs one range scan whatever the depth and the size of the store.
  ///
  /// - Parameters:
  ///   - query: What to read.
  ///   - now: The present, against which cursors are checked.
  /// - Returns: At most `query.limit` products.
  /// - Throws: ``StoreError/cursor(_:)`` for a cursor that is not this store's, not this query's or
  ///   too old; other cases as they name themselves.
  func slice(_ query: FeedQuery, at now: Timestamp) throws(StoreError) -> FeedSlice
}

/// Reads single products.
public protocol ProductReading {
  /// The listed product with the given id, or nil.
  func product(_ id: Int64) throws(StoreError) -> Product?

  /// The listed products among the ids, in the order of the ids; missing ones are left out.
  func products(_ ids: [Int64]) throws(StoreError) -> [ProductCard]
}

/// The pair of counters that every answer depends on.
public struct StoreVersion: Hashable, Sendable {
  /// Raised by each tick that moved ranks or counts.
  public var generation: Int64
  /// Raised by each write of a product or vendor.
  public var catalogVersion: Int64

  /// Makes a version.
  public init(generation: Int64, catalogVersion: Int64) {
    self.generation = generation
    self.catalogVersion = catalogVersion
  }
}

/// Tells whether anything changed.
public protocol VersionReading {
  /// The present version; cheap when nothing was written since the last call, whoever wrote.
  func version() throws(StoreError) -> StoreVersion
}

/// Lets several reads see one state of the store.
public protocol SnapshotReading {
  /// Makes all reads from now on see the present state, and lets go of the one before.
  ///
  /// Costs a store nothing but that it cannot give back the room of what others replace meanwhile:
  /// meant for milliseconds.
  func beginSnapshot() throws(StoreError)

  /// Makes each read see the newest state again; nothing without a snapshot.
  func endSnapshot()
}

/// What a front-end needs of a store's reader.
public protocol MarketReading:
  FeedReading, ProductReading, VersionReading, FeedCounting, CategoryReading
{}

/// A product from a file, with what it is known by.
public struct ImportedProduct: Hashable, Sendable {
  /// The system and id that make the product the same product when the file comes again.
  public var source: ProductSource
  /// The product.
  public var draft: ProductDraft
  /// When it was created, or nil for now.
  public var createdAt: Timestamp?
  /// When it was last written, or nil for the creation.
  public var updatedAt: Timestamp?

  /// Makes an imported product.
  public init(
    source: ProductSource, draft: ProductDraft, createdAt: Timestamp? = nil,
    updatedAt: Timestamp? = nil
  ) {
    self.source = source
    self.draft = draft
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

extension ImportedProduct {
  /// The milliseconds that a date may lie ahead: a day, for clocks and times without a zone.
  private static let dateTolerance = Timestamp.millisecondsPerDay

  /// Every fault of the dates; empty when they can be stored.
  ///
  /// A date in the future would stay at the top of the recent feed, and one before 1970 is a mistake
  /// of whoever wrote it.
  public func dateFaults(at now: Timestamp) -> [FieldFault] {
    var faults: [FieldFault] = []
    let latest = now.advanced(byMilliseconds: Self.dateTolerance)
    for (date, field) in [(createdAt, "created_at"), (updatedAt, "updated_at")] {
      if let date, !(Timestamp(milliseconds: 0)...latest).contains(date) {
        faults.append(
          FieldFault(
            pointer: "/" + field,
            detail: field + " must be from 1970-01-01 to a day ahead of now, not " + date.rfc3339))
      }
    }
    if let createdAt, let updatedAt, updatedAt < createdAt {
      faults.append(
        FieldFault(pointer: "/updated_at", detail: "updated_at must not be before created_at"))
    }
    return faults
  }
}

/// What an import did.
public struct ImportReport: Hashable, Sendable {
  /// Products that the store did not have.
  public var added: Int
  /// Products that the store had in another state.
  public var changed: Int
  /// Products that the store had as they are.
  public var unchanged: Int

  /// Makes a report.
  public init(added: Int = 0, changed: Int = 0, unchanged: Int = 0) {
    self.added = added
    self.changed = changed
    self.unchanged = unchanged
  }
}

/// Keeps the sellers.
public protocol VendorManaging {
  /// Adds a vendor; a name that exists is ``StoreError/constraint(detail:)``.
  func addVendor(named name: String, at now: Timestamp) throws(StoreError) -> Vendor
  /// Every vendor, by id.
  func vendors() throws(StoreError) -> [Vendor]
  /// Renames a vendor; false when there is none with the id.
  func renameVendor(_ id: Int64, to name: String, at now: Timestamp) throws(StoreError) -> Bool
}

/// Takes products out of the feeds and back into them, or out of the store.
///
/// An unlisted product is in no feed, search, count or export, and is no product to whoever asks for
/// it by its id; its events, likes and ranks are kept. Each call writes all that it names, or nothing.
public protocol ProductListing {
  /// Lists products again, or unlists them; those that are as wanted already stay untouched.
  ///
  /// A product that is listed again stands where its creation and its popularity put it. A walk that
  /// goes on meanwhile may show it or not, never twice.
  ///
  /// - Parameters:
  ///   - isListed: Whether they are to be listed.
  ///   - ids: The products' ids, in any order; one that comes again makes no difference.
  ///   - now: The present, which becomes the time of the products' last write.
  /// - Returns: How many products were written.
  /// - Throws: ``StoreError/unknownProducts(ids:)`` when some are unknown; nothing is written then.
  func setListed(_ isListed: Bool, of ids: [Int64], at now: Timestamp) throws(StoreError) -> Int

  /// Lists one product again, or unlists it, if a condition holds that no other write can overtake.
  ///
  /// - Parameters:
  ///   - isListed: Whether it is to be listed; it may be so already.
  ///   - id: The product's id.
  ///   - now: The present, as above.
  ///   - condition: Is asked once, of a product that there is. What a reader tells it is what this
  ///     write changes, since every other write waits.
  /// - Returns: What the condition said; when it was false, nothing is written.
  /// - Throws: ``StoreError/unknownProducts(ids:)`` when there is no product with the id, and what
  ///   `condition` throws; nothing is written then.
  func setListed(
    _ isListed: Bool, of id: Int64, at now: Timestamp, if condition: () throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool

  /// Deletes products for good, listed or not: their rows, pictures and sources, not what was recorded
  /// of them, which counts nowhere any more. No other product ever gets their ids.
  ///
  /// - Parameter ids: The products' ids, as above.
  /// - Returns: How many products were deleted.
  /// - Throws: ``StoreError/unknownProducts(ids:)`` when some are unknown; nothing is written then.
  func deleteProducts(_ ids: [Int64]) throws(StoreError) -> Int
}

/// Records what people do with products.
public protocol EventRecording {
  /// Records the events of several calls durably before it returns, each id once.
  ///
  /// - Parameters:
  ///   - calls: The calls, each with its events; all of them are recorded together, or none.
  ///   - now: The present.
  /// - Returns: A report for each call, in their order.
  /// - Throws: ``StoreError`` when nothing was recorded.
  func record(calls: [[Event]], at now: Timestamp) throws(StoreError) -> [EventReport]
  /// Applies what is recorded to counts and ranks, in one new generation when anything moved;
  /// returns the number of events applied.
  func applyRecordedEvents(at now: Timestamp) throws(StoreError) -> Int
}

extension EventRecording {
  /// Records the events of one call durably before it returns, each id once.
  public func record(_ events: [Event], at now: Timestamp) throws(StoreError) -> EventReport {
    try record(calls: [events], at: now).first ?? EventReport()
  }
}

/// One made-up visit of a seeded product.
public struct SeedEvent: Hashable, Sendable {
  /// What was done: never an unlike.
  public var kind: EventKind
  /// A made-up visitor, 0 or above; the same visitor views a product at most once a day and likes
  /// it at most once.
  public var actor: Int64
  /// When it was done.
  public var occurredAt: Timestamp

  /// Makes an event.
  public init(kind: EventKind, actor: Int64, occurredAt: Timestamp) {
    self.kind = kind
    self.actor = actor
    self.occurredAt = occurredAt
  }
}

/// One product of the seed shop with its visits.
public struct SeedProduct: Hashable, Sendable {
  /// The product.
  public var draft: ProductDraft
  /// When it was created.
  public var createdAt: Timestamp
  /// What people did with it.
  public var events: [SeedEvent]

  /// Makes a product.
  public init(draft: ProductDraft, createdAt: Timestamp, events: [SeedEvent]) {
    self.draft = draft
    self.createdAt = createdAt
    self.events = events
  }
}

/// The secrets that live in a store, so that cursors and actors' hashes survive a restart.
public enum SecretName: String, CaseIterable, Sendable {
  /// Signs cursors.
  case cursor
  /// Hashes actors.
  case actor
}

/// Reads the store's secrets.
public protocol SecretReading {
  /// The 32 random bytes of a secret, made when the store was migrated.
  func secret(_ name: SecretName) throws(StoreError) -> [UInt8]
}
