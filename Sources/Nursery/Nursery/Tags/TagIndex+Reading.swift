public import Daybook

extension ProjectionReader where P == TagIndex {
  /// The entries with a tag, newest first, at most `limit`. O(log n + rows).
  ///
  /// - Parameter tag: with or without `#`, in any case.
  public func entries(with tag: String, limit: Int = .max) throws -> [TagKey] {
    let query = TagIndex.query(TagIndex.entries).where(TagKey.name(tag)).descending
    return try rows(query.limit(limit)).map(\.key)
  }

  /// The tags that were written last, the very last first, each as it was spelled then.
  ///
  /// Of the tags of one memo the last comes first, as in BabyDashboard's list. An edit of an entry
  /// writes its tags anew; a tag that no entry has any more is not listed. O(tags · log n).
  ///
  /// - Parameter limit: how many; BabyDashboard keeps 12.
  public func recent(limit: Int = 12) throws -> [String] {
    try newest().sorted { ($0.key.second, $0.key.third) > ($1.key.second, $1.key.third) }
      .prefix(max(limit, 0)).map(\.row.tag)
  }

  /// Every tag with how many entries have it, in the order of the lower-case texts.
  ///
  /// O(rows): counts every tagged entry.
  public func all() throws -> [TagCount] {
    try newest().map { newest in
      let name = newest.key.first
      return TagCount(
        tag: newest.row.tag, name: name,
        count: try count(TagIndex.query(TagIndex.entries).where(name)))
    }
  }

  /// The tags that begin with a text, in any case, as they were spelled last. O(hits · log n).
  public func tags(beginningWith text: String) throws -> [String] {
    let start = TagKey.name(text)
    // By bytes, as rows are ordered: a letter begins one with a mark as well.
    return try newest(from: start) { $0.utf8.starts(with: start.utf8) }.map(\.row.tag)
  }

  private typealias Written = ViewRow<Key4<String, HybridTime, Int32, UUID>, TagSpelling>

  /// The row of each tag that was written last.
  private func newest(
    from start: String = "", while isWanted: (String) -> Bool = { _ in true }
  ) throws -> [Written] {
    let all = TagIndex.query(TagIndex.written)
    var found: [Written] = []
    var next = try first(all.from(start))
    while let name = next?.key.first, isWanted(name),
      let last = try first(all.where(name).descending)
    {
      found.append(last)
      next = try first(all.after(name))
    }
    return found
  }
}

/// A tag and how many entries have it.
public struct TagCount: Identifiable, Hashable, Sendable, Codable {
  /// As it was spelled last, without `#`.
  public let tag: String
  /// In lower case.
  public let name: String
  /// How many entries.
  public let count: Int

  public var id: String { name }
}
