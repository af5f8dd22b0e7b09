/// The SHA-1 digest (RFC 3174), which identifiers made of names need; not for security.
package enum SHA1 {
  private static let blockSize = 64

  package static func digest(_ message: [UInt8]) -> [UInt8] {
    let end = message.withUnsafeBytes { state(of: $0) }
    return end.words.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  /// The state after a message, whose words are its digest, high byte first.
  static func state(of message: UnsafeRawBufferPointer) -> State {
    var state = State()
    // Safety: the words and the last blocks are written before they are read, and used nowhere
    // else.
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      let whole = message.count / blockSize * blockSize
      for start in stride(from: 0, to: whole, by: blockSize) {
        state.mix(block(message, start), words)
      }
      let rest = message.count - whole
      let padded = rest + 9 > blockSize ? 2 * blockSize : blockSize
      withUnsafeTemporaryAllocation(byteCount: padded, alignment: 8) { last in
        last.initializeMemory(as: UInt8.self, repeating: 0)
        last.copyMemory(from: UnsafeRawBufferPointer(rebasing: message[whole...]))
        last[rest] = 0x80
        last.storeBytes(
          of: (UInt64(message.count) * 8).bigEndian, toByteOffset: padded - 8, as: UInt64.self)
        for start in stride(from: 0, to: padded, by: blockSize) {
          state.mix(block(UnsafeRawBufferPointer(last), start), words)
        }
      }
    }
    return state
  }

  private static func block(
    _ bytes: UnsafeRawBufferPointer, _ start: Int
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[start..<start + blockSize])
  }

  /// What is known of a message so far.
  struct State {
    private(set) var a: UInt32 = 0x6745_2301
    private(set) var b: UInt32 = 0xEFCD_AB89
    private(set) var c: UInt32 = 0x98BA_DCFE
    private(set) var d: UInt32 = 0x1032_5476
    private(set) var e: UInt32 = 0xC3D2_E1F0

    var words: [UInt32] { [a, b, c, d, e] }

    /// Takes in a block of 64 bytes.
    fileprivate mutating func mix(
      _ block: UnsafeRawBufferPointer, _ words: UnsafeMutableBufferPointer<UInt32>
    ) {
      for index in 0..<16 {
        let word = block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
        words[index] = UInt32(bigEndian: word)
      }
      for i in 16..<80 {
        words[i] = rotate(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1)
      }
      let before = self
      for i in 0..<20 { round((b & c) | (~b & d), 0x5A82_7999, words[i]) }
      for i in 20..<40 { round(b ^ c ^ d, 0x6ED9_EBA1, words[i]) }
      for i in 40..<60 { round((b & c) | (b & d) | (c & d), 0x8F1B_BCDC, words[i]) }
      for i in 60..<80 { round(b ^ c ^ d, 0xCA62_C1D6, words[i]) }
      a &+= before.a
      b &+= before.b
      c &+= before.c
      d &+= before.d
      e &+= before.e
    }

    @inline(__always)
    private mutating func round(_ f: UInt32, _ constant: UInt32, _ word: UInt32) {
      let next = rotate(a, 5) &+ f &+ e &+ constant &+ word
      (e, d, c, b, a) = (d, c, rotate(b, 30), a, next)
    }

    @inline(__always)
    private func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 {
      word << bits | word >> (32 - bits)
    }
  }
}
