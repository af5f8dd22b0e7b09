import DaybookTesting

/// Changes bytes as a fuzzer without coverage does: the same seed gives the same changes.
struct Mutator {
  private var random: SeededGenerator
  private let corpus: [[UInt8]]

  init(seed: UInt64, corpus: [[UInt8]]) {
    random = SeededGenerator(seed: seed)
    self.corpus = corpus
  }

  /// One of the corpus with one to four changes.
  mutating func next() -> [UInt8] {
    var bytes = corpus.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where place < bytes.count:
      bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
    case 2: bytes.removeSubrange(place...)
    case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 4 where place < bytes.count: bytes.remove(at: place)
    default: splice(&bytes, place)
    }
  }

  /// Puts a piece of another one in.
  private mutating func splice(_ bytes: inout [UInt8], _ place: Int) {
    guard let other = corpus.randomElement(using: &random), !other.isEmpty else { return }
    let start = Int.random(in: 0..<other.count, using: &random)
    let end = Int.random(in: start...min(other.count, start + 64), using: &random)
    bytes.insert(contentsOf: other[start..<end], at: place)
  }
}
