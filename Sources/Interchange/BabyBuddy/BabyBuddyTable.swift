internal import Foundation

/// The rows of one table, put in order, named, and compared with each other.
struct BabyBuddyTable<Entry: BabyBuddyEntry> {
  private(set) var entries: [Entry]
  /// Rows whose id another row claims, with the reason.
  private(set) var refused: [(entry: Entry, refusal: RowRefusal)] = []

  private var contents: [String] = []

  init(_ parsed: [Entry], file: BabyBuddyFile, instance: String) {
    let keyed = parsed.map { (entry: $0, content: file.content(of: $0)) }.sorted { a, b in
      Self.orders(a.entry, a.content, b.entry, b.content)
    }
    entries = []
    keepUniqueIDs(keyed)
    name(table: file.schema.table, instance: instance)
    warnAboutRepeats()
    warnAboutOverlaps()
  }

  /// By numeric id, then by instant, child and content; never by the place in the file.
  private static func orders(
    _ a: Entry, _ aContent: String, _ b: Entry, _ bContent: String
  ) -> Bool {
    let (left, right) = (a.source.id.map(SourceID.init), b.source.id.map(SourceID.init))
    if let left, let right, left != right { return left < right }
    if (left == nil) != (right == nil) { return left != nil }
    if a.interval.start != b.interval.start { return a.interval.start < b.interval.start }
    return aContent.utf8.lexicographicallyPrecedes(bContent.utf8)
  }

  /// Of equal rows with one id the first stays; of different rows with one id none does, because
  /// nothing says which of them is true.
  private mutating func keepUniqueIDs(_ keyed: [(entry: Entry, content: String)]) {
    var index = 0
    while index < keyed.count {
      var end = index + 1
      guard let id = keyed[index].entry.source.id else {
        keep(keyed[index])
        index = end
        continue
      }
      while end < keyed.count, keyed[end].entry.source.id == id { end += 1 }
      let group = keyed[index..<end]
      let agree = group.allSatisfy { $0.content == keyed[index].content }
      if agree { keep(keyed[index]) }
      let reason =
        agree ? "The row with id \(id) is in the file before." : "Different rows have the id \(id)."
      for item in group.dropFirst(agree ? 1 : 0) {
        refused.append((item.entry, RowRefusal("id", reason)))
      }
      index = end
    }
  }

  private mutating func keep(_ item: (entry: Entry, content: String)) {
    entries.append(item.entry)
    contents.append(item.content)
  }

  private mutating func name(table: String, instance: String) {
    var seen: [String: Int] = [:]
    for index in entries.indices {
      let sourceID: String
      if let id = entries[index].source.id {
        sourceID = id
      } else {
        let content = contents[index]
        let occurrence = seen[content, default: 0] + 1
        seen[content] = occurrence
        sourceID = SourceIdentity.contentID(content, occurrence: occurrence)
      }
      entries[index].source.sourceID = sourceID
      entries[index].source.entityID = SourceIdentity.uuid(
        provider: BabyBuddyFolder.provider, instance: instance, table: table, id: sourceID)
    }
  }

  private mutating func warnAboutRepeats() {
    var told: Set<String> = []
    var instants: Set<[String]> = []
    for index in entries.indices {
      let instant = "\(entries[index].interval.start.timeIntervalSinceReferenceDate)"
      let isFirst = instants.insert([entries[index].childID ?? "", instant]).inserted
      if !told.insert(contents[index]).inserted {
        entries[index].source.warn(.duplicateRow)
      } else if !isFirst {
        entries[index].source.warn(.identicalInstant)
      }
    }
  }

  /// Baby Buddy's rule: a.start < b.end and a.end > b.start, within a child. With the intervals
  /// sorted by start and end it is enough to look at the next start and the latest end so far.
  private mutating func warnAboutOverlaps() {
    let sound = entries.indices.filter { entries[$0].interval.start <= entries[$0].interval.end }
    for indices in Dictionary(grouping: sound, by: { entries[$0].childID }).values {
      let sorted = indices.sorted { entries[$0].interval < entries[$1].interval }
      var latestEnd = Date.distantPast
      for (place, index) in sorted.enumerated() {
        let (start, end) = entries[index].interval
        let next = place + 1 < sorted.count ? entries[sorted[place + 1]].interval.start : nil
        if latestEnd > start || next.map({ $0 < end }) == true {
          entries[index].source.warn(.overlap)
        }
        latestEnd = max(latestEnd, end)
      }
    }
  }
}
