/// What somebody may have meant by a word that is not known.
public enum Suggestion {
  /// The word that comes nearest; nil when none is near.
  public static func nearest(to text: String, among words: [String]) -> String? {
    let wanted = text.lowercased()
    let ranked = words.map { (word: $0, distance: distance(wanted, $0.lowercased())) }
    let begun = words.filter { wanted.count > 1 && $0.lowercased().hasPrefix(wanted) }
    if let word = begun.first, begun.count == 1 { return word }
    guard let best = ranked.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, min(wanted.count, best.word.count) / 3)
    else { return nil }
    return best.word
  }

  /// The end of a sentence, such as `; did you mean demo?`, or nothing.
  public static func sentence(for text: String, among words: [String]) -> String {
    nearest(to: text, among: words).map { "; did you mean \($0)?" } ?? ""
  }

  /// Insertions, deletions, changes and swaps of neighbours from one word to the other.
  ///
  /// Source: the optimal string alignment distance.
  public static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var rows = [Array(0...b.count)]
    for i in 1..<(a.count + 1) {
      var row = [i]
      for j in 1..<(b.count + 1) {
        let isSame = a[i - 1] == b[j - 1]
        var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          best = min(best, rows[i - 2][j - 2] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
