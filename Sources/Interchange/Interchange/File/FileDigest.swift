internal import Daybook

/// The SHA-256 digest of a file, of bytes that come in pieces. Source: RFC 6234.
///
/// This is the only implementation of SHA-256 in the package, and for files alone. Backups and logs
/// work with `traits: []`, which fetches nothing, and swift-crypto comes only with the trait
/// `Sync`. Using swift-crypto where it is there would not save this code, and the same file would
/// be read by one of two implementations. `DaybookSync` needs swift-crypto for its signatures, and
/// hashes with it, too.
struct FileDigest {
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]

  private var state = Words(
    a: 0x6a09_e667, b: 0xbb67_ae85, c: 0x3c6e_f372, d: 0xa54f_f53a, e: 0x510e_527f,
    f: 0x9b05_688c, g: 0x1f83_d9ab, h: 0x5be0_cd19)
  /// What does not fill a block yet.
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  /// Takes more bytes in.
  mutating func update(_ bytes: [UInt8]) {
    count &+= UInt64(bytes.count)
    var bytes = bytes[...]
    if !pending.isEmpty {
      let missing = min(64 - pending.count, bytes.count)
      pending += bytes.prefix(missing)
      bytes = bytes.dropFirst(missing)
      guard pending.count == 64 else { return }
      pending.withUnsafeBytes { mix($0, blocks: 1) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count / 64
    bytes.withUnsafeBytes { mix($0, blocks: whole) }
    pending += bytes.dropFirst(whole * 64)
  }

  /// The digest of all bytes so far, in hexadecimal digits.
  var text: String {
    var last = self
    let zeros = (119 - pending.count) % 64
    var end: [UInt8] = [0x80] + [UInt8](repeating: 0, count: zeros)
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      end.append(UInt8(truncatingIfNeeded: (count &* 8) >> shift))
    }
    last.update(end)
    return last.state.all.map { $0.padded(8, radix: 16) }.joined()
  }

  /// The eight words that each round changes two of.
  private struct Words {
    var (a, b, c, d): (UInt32, UInt32, UInt32, UInt32)
    var (e, f, g, h): (UInt32, UInt32, UInt32, UInt32)

    init(
      a: UInt32, b: UInt32, c: UInt32, d: UInt32, e: UInt32, f: UInt32, g: UInt32, h: UInt32
    ) {
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
      (self.e, self.f, self.g, self.h) = (e, f, g, h)
    }

    var all: [UInt32] { [a, b, c, d, e, f, g, h] }
  }

  // Safety: reads 64 bytes of `bytes` for each block, within the call; the schedule has 64 words.
  private mutating func mix(_ bytes: UnsafeRawBufferPointer, blocks: Int) {
    guard blocks > 0, let start = bytes.baseAddress else { return }
    Self.constants.withUnsafeBufferPointer { constants in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        guard let keys = constants.baseAddress, let words = schedule.baseAddress else { return }
        for block in 0..<blocks {
          Self.fill(words, start + block * 64)
          state = Self.mixed(state, words, keys)
        }
      }
    }
  }

  // Safety: writes 64 words and reads 64 bytes.
  @inline(__always)
  private static func fill(_ words: UnsafeMutablePointer<UInt32>, _ bytes: UnsafeRawPointer) {
    for index in 0..<16 {
      words[index] = UInt32(
        bigEndian: bytes.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
    }
    for index in 16..<64 {
      let (first, second) = (words[index &- 15], words[index &- 2])
      let low = turned(first, 7) ^ turned(first, 18) ^ first &>> 3
      let high = turned(second, 17) ^ turned(second, 19) ^ second &>> 10
      words[index] = words[index &- 16] &+ low &+ words[index &- 7] &+ high
    }
  }

  // Safety: reads 64 words of each.
  @inline(__always)
  private static func mixed(
    _ old: Words, _ words: UnsafeMutablePointer<UInt32>, _ keys: UnsafePointer<UInt32>
  ) -> Words {
    var (a, b, c, d) = (old.a, old.b, old.c, old.d)
    var (e, f, g, h) = (old.e, old.f, old.g, old.h)
    // Eight rounds at a time, after which each word is where it began: none has to be moved.
    for index in stride(from: 0, to: 64, by: 8) {
      round(a, b, c, &d, e, f, g, &h, words[index] &+ keys[index])
      round(h, a, b, &c, d, e, f, &g, words[index &+ 1] &+ keys[index &+ 1])
      round(g, h, a, &b, c, d, e, &f, words[index &+ 2] &+ keys[index &+ 2])
      round(f, g, h, &a, b, c, d, &e, words[index &+ 3] &+ keys[index &+ 3])
      round(e, f, g, &h, a, b, c, &d, words[index &+ 4] &+ keys[index &+ 4])
      round(d, e, f, &g, h, a, b, &c, words[index &+ 5] &+ keys[index &+ 5])
      round(c, d, e, &f, g, h, a, &b, words[index &+ 6] &+ keys[index &+ 6])
      round(b, c, d, &e, f, g, h, &a, words[index &+ 7] &+ keys[index &+ 7])
    }
    return Words(
      a: old.a &+ a, b: old.b &+ b, c: old.c &+ c, d: old.d &+ d, e: old.e &+ e, f: old.f &+ f,
      g: old.g &+ g, h: old.h &+ h)
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    let first = h &+ sum &+ (g ^ (e & (f ^ g))) &+ word
    let other = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    d = d &+ first
    h = first &+ other &+ ((a & b) ^ (c & (a ^ b)))
  }

  @inline(__always)
  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word &>> bits | word &<< (32 &- bits)
  }
}
