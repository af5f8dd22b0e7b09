public import Daybook

extension StoreReading where Self: ~Copyable & ~Escapable {
  /// The entries in which every word of a text stands or begins another, newest first.
  ///
  /// ```swift
  /// let hits = try store.read { try $0.search("warm bot", limit: 50) }
  /// ```
  /// Looks at memos, tags, titles and texts, and takes a word that is a kind (`sleep`, `diaper`)
  /// for entries of that kind too. Case and accents make no difference. A text without words finds
  /// nothing.
  ///
  /// Costs O(log n) and the rows of every word, so the rarest words should be typed first only for
  /// the eye; the schema must have `EntryWords` and `LastEntries`.
  ///
  /// - Throws: as `view`.
  public func search(_ text: String, limit: Int = 100) throws -> [SearchHit] {
    let words = Words.all(in: text).sorted()
    guard let first = words.first else { return [] }
    var hits = try hits(first)
    for word in words.dropFirst() where !hits.isEmpty { hits.formIntersection(try self.hits(word)) }
    return Array(hits.sorted(by: SearchHit.isNewer).prefix(max(limit, 0)))
  }

  private func hits(_ word: String) throws -> Set<SearchHit> {
    let query = EntryWords.query(EntryWords.words).beginning(with: word)
    var hits = Set(
      try view(EntryWords.self).rows(query).map {
        SearchHit(kind: $0.key.kind, id: $0.key.id, date: $0.key.date)
      })
    for kind in EntryKind.allCases where kind.name.hasPrefix(word) {
      for row in try view(LastEntries.self).rows(LastEntries.all.where(kind)) {
        hits.insert(SearchHit(kind: kind, id: row.key.id, date: row.key.start))
      }
    }
    return hits
  }
}

/// An entry that a search found.
public struct SearchHit: Identifiable, Hashable, Sendable {
  /// Which kind.
  public let kind: EntryKind
  /// The entry.
  public let id: UUID
  /// When it began or was.
  public let date: Date

  /// Newest first; of one time, in the order of the identifiers.
  static func isNewer(_ a: SearchHit, _ b: SearchHit) -> Bool {
    (b.date, a.id) < (a.date, b.id)
  }
}
