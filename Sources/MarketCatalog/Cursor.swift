/// A place in a feed at which reading goes on, in the form in which it travels.
///
/// Opaque to whoever carries it: a local store puts a ``CursorPayload`` inside, a client of the
/// API the server's text. Only the one who made it may look into it.
public struct Cursor: Hashable, Sendable {
  /// The cursor's bytes.
  public let bytes: [UInt8]

  /// Wraps the bytes of a cursor.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }
}

/// A place between two products of a feed: what comes after (``sortKey``, ``id``), both descending.
public struct Keyset: Hashable, Sendable {
  /// The last product's sort key: milliseconds of creation, or the rank key.
  public var sortKey: Int64
  /// The last product's id.
  public var id: Int64

  /// Makes a keyset.
  public init(sortKey: Int64, id: Int64) {
    self.sortKey = sortKey
    self.id = id
  }

  /// Before the first product of any feed.
  public static let start = Keyset(sortKey: .max, id: .max)
}

/// Why a cursor is refused.
public enum CursorError: Error, Hashable, Sendable {
  /// Not a cursor: damaged, made up, or of another version.
  case malformed
  /// A cursor of another feed, or of the same feed under another filter.
  case foreign
  /// The walk began longer ago than cursors live.
  case expired
}

/// What a cursor of this program's stores carries.
public struct CursorPayload: Hashable, Sendable {
  /// The feed that is walked.
  public var page: Page
  /// The ``FeedFilter/fingerprint`` of the walk's filter.
  public var filterFingerprint: UInt64
  /// The generation of the walk's first slice.
  public var generation: Int64
  /// The last product that was given.
  public var keyset: Keyset
  /// When the walk began, rounded down by the ``CursorPolicy``.
  public var startedAt: Timestamp

  /// Makes a payload.
  public init(
    page: Page, filterFingerprint: UInt64, generation: Int64, keyset: Keyset, startedAt: Timestamp
  ) {
    self.page = page
    self.filterFingerprint = filterFingerprint
    self.generation = generation
    self.keyset = keyset
    self.startedAt = startedAt
  }

  /// The number of bytes of an encoded payload: version, page, and five 64-bit integers.
  public static let encodedCount = 2 + 5 * 8
  private static let version: UInt8 = 1

  /// The payload as a cursor of ``encodedCount`` bytes, integers in big-endian order.
  public func encoded() -> Cursor {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.encodedCount)
    bytes.append(Self.version)
    bytes.append(UInt8(truncatingIfNeeded: page.rawValue))
    func append(_ value: UInt64) {
      withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }
    append(filterFingerprint)
    append(UInt64(bitPattern: generation))
    append(UInt64(bitPattern: keyset.sortKey))
    append(UInt64(bitPattern: keyset.id))
    append(UInt64(bitPattern: startedAt.milliseconds))
    return Cursor(bytes: bytes)
  }

  /// Reads a cursor that ``encoded()`` made; throws ``CursorError/malformed`` for any other bytes.
  public init(decoding cursor: Cursor) throws(CursorError) {
    let bytes = cursor.bytes
    guard bytes.count == Self.encodedCount, bytes[0] == Self.version,
      let page = Page(rawValue: Int(bytes[1]))
    else { throw .malformed }
    func integer(_ index: Int) -> UInt64 {
      bytes.withUnsafeBytes {
        UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 2 + index * 8, as: UInt64.self))
      }
    }
    self.init(
      page: page,
      filterFingerprint: integer(0),
      generation: Int64(bitPattern: integer(1)),
      keyset: Keyset(
        sortKey: Int64(bitPattern: integer(2)), id: Int64(bitPattern: integer(3))),
      startedAt: Timestamp(milliseconds: Int64(bitPattern: integer(4))))
  }

  /// Checks that the cursor belongs to the query and is still alive.
  ///
  /// Throws ``CursorError/foreign`` or ``CursorError/expired``.
  public func check(
    against query: FeedQuery, policy: CursorPolicy, at now: Timestamp
  ) throws(CursorError) {
    guard page == query.page, filterFingerprint == query.filter.fingerprint else {
      throw .foreign
    }
    guard policy.isAlive(startedAt: startedAt, at: now) else { throw .expired }
  }
}

/// How long cursors live.
///
/// The start of a walk is rounded down to a quarter of the lifetime, so that the first slice of an
/// unchanged feed keeps its bytes (and its ETag) for that long; in exchange a cursor lives up to a
/// quarter longer than it must, never shorter.
public struct CursorPolicy: Hashable, Sendable {
  /// The least time, in milliseconds, that a cursor lives from the first slice of its walk.
  public let lifetime: Int64

  /// Makes a policy, by default of 15 minutes; less than one millisecond becomes one.
  public init(lifetimeMilliseconds: Int64 = 15 * 60 * 1_000) {
    lifetime = max(lifetimeMilliseconds, 1)
  }

  /// The steps, in milliseconds, to which a walk's start is rounded down.
  public var granularity: Int64 { max(lifetime / 4, 1) }

  /// The start that a walk's cursors carry when its first slice is read at `now`.
  public func walkStart(at now: Timestamp) -> Timestamp {
    let remainder = now.milliseconds % granularity
    return Timestamp(
      milliseconds: now.milliseconds - (remainder < 0 ? remainder + granularity : remainder))
  }

  /// Tells whether a cursor of a walk that began at `startedAt` may still be used at `now`.
  ///
  /// A start in the future, as after the clock was set back, is alive.
  public func isAlive(startedAt: Timestamp, at now: Timestamp) -> Bool {
    let (age, overflow) = now.milliseconds.subtractingReportingOverflow(startedAt.milliseconds)
    return !overflow && age <= lifetime + granularity
  }
}
