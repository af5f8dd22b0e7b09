import Daybook

extension Notebook {
  @discardableResult
  func write(
    _ what: Entry.What, on day: Day, at time: Date, as id: ID<Entry> = .timeOrdered()
  ) async throws -> ID<Entry> {
    try await append(.written(Entry(day: day, time: time, by: person, what: what)), to: id)
  }

  /// The notes and symptoms that have words beginning with each of these; oldest first.
  func search(_ text: String) throws -> [Entry] {
    try store.read { reader in
      var found: Set<ID<Entry>>?
      for word in EntryWords.words(of: text) {
        let hits = try reader.rows(EntryWords.all.beginning(with: word)).map(\.key.second)
        found = found?.intersection(hits) ?? Set(hits)
      }
      return try (found ?? []).compactMap { try reader.entity($0) }
        .sorted { $0.time < $1.time }
    }
  }

  /// The whole diary as text, a line for each entry.
  func text(in zone: TimeZone) throws -> String {
    let style = Date.ISO8601FormatStyle(timeZone: zone).time(includingFractionalSeconds: false)
    return try store.read { reader in
      try reader.rows(Timeline.all).map(\.row).map { entry in
        var words = ["\(entry.day)", "\(entry.time.formatted(style).prefix(5))", entry.by + ":"]
        if case .intake(let id, _) = entry.what { words.append(try reader.entity(id)?.name ?? "?") }
        return (words + [entry.text]).joined(separator: " ") + "\n"
      }.joined()
    }
  }
}
