import MarketCatalog

/// The texts of all pieces, each at the place of its byte and padded, so that one copy of a fixed
/// length writes any of them; the last byte of the padding says how long the text is.
///
/// Sendable because nobody writes to the texts once they are made.
struct CardPieceTexts: @unchecked Sendable {
  /// The room of each text, in bytes.
  private static let textRoom = 48
  /// How many bytes can be a piece: all below 0x20.
  private static let pieceCount = 32

  /// Never given back: an array that all threads share would have its references counted for each
  /// card, and the threads wait for one another's caches.
  private let texts: UnsafeRawPointer

  static let all = CardPieceTexts()

  private init() {
    let byteCount = Self.pieceCount * Self.textRoom
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    let texts = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
    for piece in CardPiece.allCases {
      let text = Array(piece.text.utf8)
      precondition(text.count < Self.textRoom, "a piece's text is longer than its room")
      let start = Int(piece.rawValue) * Self.textRoom
      texts[start...].copyBytes(from: text)
      texts[start + Self.textRoom - 1] = UInt8(text.count)
    }
    self.texts = UnsafeRawPointer(memory)
  }

  /// The room that the JSON of a packed card may need, in bytes: as if every byte were a piece, and
  /// once more for what stands behind the last value and what its copy may write too much.
  static func room(for count: Int) -> Int { (count + 1) * textRoom }

  /// Writes the JSON of a packed card's pieces and values; returns how many bytes it has.
  ///
  /// First finds all pieces of 64 bytes at once, then copies texts with their padding and values 32
  /// bytes at a time; what was copied too much is written over by what follows. Looking for the end
  /// of each value on the way took twice as long: every step then waits for the one before it.
  func expand(
    _ packed: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> Int {
    precondition(
      target.count >= Self.room(for: packed.count), "the JSON of a card may not find room")
    guard let source = packed.baseAddress, let start = target.baseAddress else { return 0 }
    // A copy with room behind it, so that reading too much is harmless as well.
    return withUnsafeTemporaryAllocation(
      byteCount: packed.count + Self.groupCount, alignment: 16
    ) { copy in
      guard let card = copy.baseAddress else { return 0 }
      card.copyMemory(from: source, byteCount: packed.count)
      (card + packed.count).initializeMemory(
        as: UInt8.self, repeating: 0xFF, count: Self.groupCount)
      return Self.expand(UnsafeRawPointer(card), packed.count, texts: texts, into: start) - start
    }
  }

  /// Writes the JSON of a card of `count` bytes, behind which a group may be read; returns its end.
  @inline(__always)
  private static func expand(
    _ card: UnsafeRawPointer, _ count: Int, texts: UnsafeRawPointer,
    into start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var end = start
    // The first byte is no piece: it tells whether the product is in stock.
    var position = 1
    var group = 0
    while group < count {
      var pieces = pieces(in: card + group)
      if group == 0 { pieces &= ~1 }
      while pieces != 0 {
        let piece = group &+ pieces.trailingZeroBitCount
        pieces &= pieces &- 1
        end = copy(card + position, piece &- position, to: end)
        let text = texts + Int(card.load(fromByteOffset: piece, as: UInt8.self)) &* textRoom
        end.copyMemory(from: text, byteCount: textRoom)
        end += Int(text.load(fromByteOffset: textRoom - 1, as: UInt8.self))
        position = piece &+ 1
      }
      group &+= groupCount
    }
    end = copy(card + position, count &- position, to: end)
    if count > 1, card.load(fromByteOffset: count &- 1, as: UInt8.self) == updatedWhenCreated {
      end = copyCreatedAt(to: end, behind: start)
    }
    end.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    return end + 1
  }

  private static let updatedWhenCreated = CardPiece.updatedWhenCreated.rawValue
  /// How far behind the beginning of `created_at` a text of its own begins, in bytes.
  private static let createdAtDistance =
    Timestamp.rfc3339Count + CardPiece.updatedWhenCreated.text.utf8.count

  /// Writes the time of creation once more, behind the piece that says so; returns its end.
  private static func copyCreatedAt(
    to end: UnsafeMutableRawPointer, behind start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    // Nothing is there to be copied in a damaged card.
    guard end - start >= createdAtDistance else { return end }
    end.copyMemory(from: end - createdAtDistance, byteCount: Timestamp.rfc3339Count)
    return end + Timestamp.rfc3339Count
  }

  /// Copies a value, and up to 32 bytes more; returns the value's end.
  @inline(__always)
  private static func copy(
    _ value: UnsafeRawPointer, _ count: Int, to end: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    // Nearly always once: a branch that is guessed wrong takes longer than a copy.
    var offset = 0
    repeat {
      (end + offset).copyMemory(from: value + offset, byteCount: 32)
      offset &+= 32
    } while offset < count
    return end + count
  }

  /// How many bytes are searched for pieces at once.
  private static let groupCount = 64

  /// Which of 64 bytes are pieces: a bit for each, the first the lowest.
  @inline(__always)
  private static func pieces(in bytes: UnsafeRawPointer) -> UInt64 {
    var pieces: UInt64 = 0
    for index in 0..<8 {
      let word = bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self).littleEndian
      // The highest bit of each byte: set from 0x20 on by the sum, from 0x80 on by itself. No sum
      // carries into the next byte.
      let values = ((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x6060_6060_6060_6060) | word
      let marks = (~values & 0x8080_8080_8080_8080) >> 7
      // Each product's bit lands in the highest byte, the first mark's lowest.
      let gathered = (marks &* 0x0102_0408_1020_4080) >> 56
      pieces |= gathered << UInt64(index * 8)
    }
    return pieces
  }
}
