/// A growing run of bytes that is written through raw memory.
///
/// An array checks for sharing, bounds and room at each byte; this checks for room once for each
/// piece. The memory is lent to closures and to ``CardPieceTexts``, never kept outside of this file.
struct ByteBuffer: ~Copyable {
  private var memory: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(capacity: Int) {
    memory =
      capacity > 0
      ? .allocate(byteCount: capacity, alignment: 8)
      : UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  deinit {
    memory.deallocate()
  }

  /// A copy of the bytes.
  var array: [UInt8] {
    [UInt8](UnsafeRawBufferPointer(rebasing: memory[..<count]))
  }

  /// Lends the bytes without a copy.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
  }

  mutating func removeAll() {
    count = 0
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    memory[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ literal: StaticString) {
    append(
      UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  /// Appends what `fill` writes into `room` bytes; it returns how many of them it used.
  @inline(__always)
  mutating func append(
    room: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) {
    reserve(room)
    let free = UnsafeMutableRawBufferPointer(rebasing: memory[count..<(count + room)])
    let used = fill(free.bindMemory(to: UInt8.self))
    precondition((0...room).contains(used), "a piece was written past the room it asked for")
    count += used
  }

  /// Appends the members of a card: a text that ends with the name of the id, the id, and what the
  /// packed card's pieces and values stand for.
  mutating func appendCard(_ start: StaticString, id: Int64, _ packed: Span<UInt8>) {
    reserve(start.utf8CodeUnitCount + Decimal.room + CardPieceTexts.room(for: packed.count))
    append(start)
    append(room: Decimal.room) { Decimal.write(id, to: $0) }
    let free = UnsafeMutableRawBufferPointer(rebasing: memory[count...])
    packed.withUnsafeBytes { count += CardPieceTexts.all.expand($0, into: free) }
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if memory.count - count < more { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(memory.count * 2, count + more, 64), alignment: 8)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    memory.deallocate()
    memory = larger
  }
}
