public import MarketCatalog

/// Writes JSON text (RFC 8259) into a byte buffer, quickly and without intermediate strings.
///
/// Commas are its own business; that names and values alternate and everything opened is closed is
/// the caller's. Text outside ASCII stays as it is, in UTF-8.
public struct JSONWriter: ~Copyable {
  private var buffer: ByteBuffer
  /// Whether something stands before the next value or member at the same depth.
  private var needsComma = false

  /// Makes a writer with room for `capacity` bytes; it grows as needed.
  public init(capacity: Int = 1_024) {
    buffer = ByteBuffer(capacity: capacity)
  }

  /// A copy of what was written so far.
  public var bytes: [UInt8] { buffer.array }

  /// The number of bytes written so far.
  public var count: Int { buffer.count }

  /// Lends what was written so far without a copy.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try buffer.withBytes(body)
  }

  /// Forgets what was written and keeps the room for it.
  public mutating func removeAll() {
    buffer.removeAll()
    needsComma = false
  }

  /// Ends a document of a stream with a line feed, after which the next one may begin.
  public mutating func endLine() {
    buffer.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  // MARK: Structure

  /// Opens an object.
  @inline(__always)
  public mutating func beginObject() {
    separate()
    buffer.append(UInt8(ascii: "{"))
    needsComma = false
  }

  /// Closes an object.
  @inline(__always)
  public mutating func endObject() {
    buffer.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// Opens an array.
  @inline(__always)
  public mutating func beginArray() {
    separate()
    buffer.append(UInt8(ascii: "["))
    needsComma = false
  }

  /// Closes an array.
  @inline(__always)
  public mutating func endArray() {
    buffer.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Writes a member's name with its colon; a value must follow.
  @inline(__always)
  public mutating func name(_ name: JSONName) {
    if needsComma {
      buffer.append(name.member)
    } else {
      buffer.append(
        UnsafeRawBufferPointer(
          start: name.member.utf8Start + 1, count: name.member.utf8CodeUnitCount - 1))
    }
    needsComma = false
  }

  // MARK: Values

  /// Writes a string, escaping what RFC 8259 wants escaped and nothing else.
  @inline(__always)
  public mutating func string(_ text: String) {
    separate()
    buffer.appendString(text)
    needsComma = true
  }

  /// Writes a string whose UTF-8 bytes need no escapes, as base64 needs none.
  public mutating func plainString(_ bytes: [UInt8]) {
    separate()
    buffer.append(UInt8(ascii: "\""))
    bytes.withUnsafeBytes { buffer.append($0) }
    buffer.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Opens an object and writes the members of a card from its packed form.
  mutating func beginCard(id: Int64, packed: Span<UInt8>) {
    // One text for everything before the id: a slice writes it twenty times.
    buffer.appendCard(needsComma ? #",{"id":"# : #"{"id":"#, id: id, packed)
    needsComma = true
  }

  /// Writes an integer in decimal.
  @inline(__always)
  public mutating func integer(_ value: Int64) {
    separate()
    buffer.appendDecimal(value)
    needsComma = true
  }

  /// Writes an integer in decimal.
  @inline(__always)
  public mutating func integer(_ value: Int) {
    integer(Int64(value))
  }

  /// Writes `true` or `false`.
  @inline(__always)
  public mutating func boolean(_ value: Bool) {
    separate()
    buffer.append(value ? "true" : "false")
    needsComma = true
  }

  /// Writes a moment as a string: RFC 3339 in UTC with milliseconds.
  @inline(__always)
  public mutating func timestamp(_ moment: Timestamp) {
    separate()
    buffer.appendTimestamp(moment)
    needsComma = true
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma { buffer.append(UInt8(ascii: ",")) }
  }
}
