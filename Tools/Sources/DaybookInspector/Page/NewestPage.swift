/// Which of a list that stands from the oldest on are on a page, where the newest are on the first.
struct NewestPage {
  let range: Range<Int>
  /// How many newer ones the next page passes over; nil at the end.
  let older: Int?
  /// Which these are, in words; nil where they are all.
  let words: String?

  /// - Parameter passed: how many newer ones this page passes over.
  init(of count: Int, passing passed: UInt64?, size: Int) {
    let end = max(count - Int(clamping: passed ?? 0), 0)
    range = max(end - size, 0)..<end
    older = range.lowerBound > 0 ? count - range.lowerBound : nil
    words =
      range.count == count
      ? nil
      : "These are \(Words.number(range.lowerBound + 1)) to \(Words.number(end)) of "
        + "\(Words.number(count)), counted from the oldest."
  }
}
