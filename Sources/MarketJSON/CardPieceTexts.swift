/// The texts of all pieces, each at the place of its byte and padded, so that one copy of a fixed
/// length writes any of them.
struct CardPieceTexts: Sendable {
  /// The room of each text, in bytes.
  private static let textRoom = 48
  /// How many bytes can be a piece: all below 0x20.
  private static let pieceCount = 32

  private let texts: [UInt8]
  private let counts: [Int]

  static let all = CardPieceTexts()

  private init() {
    var texts = [UInt8](repeating: 0, count: Self.pieceCount * Self.textRoom)
    var counts = [Int](repeating: 0, count: Self.pieceCount)
    for piece in CardPiece.allCases {
      let text = Array(piece.text.utf8)
      precondition(text.count <= Self.textRoom, "a piece's text is longer than its room")
      let start = Int(piece.rawValue) * Self.textRoom
      texts.replaceSubrange(start..<(start + text.count), with: text)
      counts[Int(piece.rawValue)] = text.count
    }
    self.texts = texts
    self.counts = counts
  }

  /// The room that the JSON of a packed card may need, in bytes: as if every byte were a piece, and
  /// once more what the last copy may write too much.
  static func room(for count: Int) -> Int { (count + 1) * textRoom }

  /// Writes the JSON of a packed card's pieces and values; returns how many bytes it has.
  ///
  /// Texts are copied with their padding, and values eight bytes at a time together with the search
  /// for their end: what was copied too much is written over by what follows.
  func expand(
    _ packed: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> Int {
    precondition(
      target.count >= Self.room(for: packed.count), "the JSON of a card may not find room")
    guard let source = packed.baseAddress, let start = target.baseAddress else { return 0 }
    var end = start
    texts.withUnsafeBytes { texts in
      guard let texts = texts.baseAddress else { return }
      // The first byte is no piece: it tells whether the product is in stock.
      var position = 1
      while position < packed.count {
        let byte = packed[position]
        if byte < 0x20 {
          let text = texts + Int(byte) * Self.textRoom
          end.copyMemory(from: text, byteCount: Self.textRoom)
          end += counts[Int(byte)]
          position += 1
        } else if position + 8 <= packed.count {
          let word = source.loadUnaligned(fromByteOffset: position, as: UInt64.self)
          end.storeBytes(of: word, as: UInt64.self)
          let length = Self.countBeforePiece(in: word)
          end += length
          position += length
        } else {
          end.storeBytes(of: byte, as: UInt8.self)
          end += 1
          position += 1
        }
      }
    }
    return end - start
  }

  /// How many of the eight bytes of a word, first to last, stand before one below 0x20.
  ///
  /// The lowest bit that is found is exact; higher ones may be set by its borrow.
  @inline(__always)
  private static func countBeforePiece(in word: UInt64) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let found = (word.littleEndian &- ones &* 0x20) & ~word.littleEndian & (ones &* 0x80)
    return found.trailingZeroBitCount / 8
  }
}
