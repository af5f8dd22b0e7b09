/// A set of page numbers, a bit for each page of the file.
struct PageSet {
  private var words: [UInt64]
  private(set) var count: UInt64 = 0

  /// An empty set with room for the numbers up to `last`.
  init(last: UInt64) { words = [UInt64](repeating: 0, count: Int(last / 64) + 1) }

  func contains(_ number: UInt64) -> Bool {
    words[Int(number / 64)] & UInt64(1) << (number % 64) != 0
  }

  /// Adds a number that is within; false when it was there already.
  mutating func insert(_ number: UInt64) -> Bool {
    let (word, bit) = (Int(number / 64), UInt64(1) << (number % 64))
    if words[word] & bit != 0 { return false }
    words[word] |= bit
    count += 1
    return true
  }
}
