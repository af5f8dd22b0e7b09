/// The days of one month in a list, newest first.
public struct MonthSection: Hashable, Sendable, Identifiable {
  /// The month in which the logical days begin.
  public let month: CivilMonth
  /// The days, newest first, each once.
  public let days: [CivilDay]

  public var id: CivilMonth { month }

  /// Groups days by month, newest month first; O(n log n).
  ///
  /// A day belongs to the month in which it begins: 02:00 on 1 February is listed in January when
  /// days begin at 07:00.
  public static func sections(of days: some Sequence<CivilDay>) -> [MonthSection] {
    let newestFirst = Set(days).sorted(by: >)
    return newestFirst.chunks { $0.month }.map { MonthSection(month: $0, days: $1) }
  }
}

extension Array {
  /// Neighbours that share a key, in order.
  fileprivate func chunks<Key: Equatable>(by key: (Element) -> Key) -> [(Key, [Element])] {
    var chunks: [(Key, [Element])] = []
    for element in self {
      let key = key(element)
      if chunks.last?.0 == key {
        chunks[chunks.count - 1].1.append(element)
      } else {
        chunks.append((key, [element]))
      }
    }
    return chunks
  }
}
