extension ProjectionDefinition {
  /// A table of live rows: its name in the projection, the types of its keys and rows as text, and
  /// its name in the file.
  struct LiveTable {
    let name: String
    let shape: String
    let stored: String
  }

  /// The tables of the live rows that are among some, in the order of the projection's list, which
  /// is in the fingerprint after name, revision and parameters.
  func liveTables(among tables: (String) -> Bool) -> [LiveTable] {
    let prefix = "\(name)/\(slot == 0 ? "a" : "b")/"
    var found: [LiveTable] = []
    for part in fingerprint.split(separator: "|", omittingEmptySubsequences: false) {
      let words = part.split(separator: " ", maxSplits: 1)
      guard let word = words.first else { continue }
      let stored = prefix + word
      // Parameters come before, and may look like one.
      found.removeAll { $0.stored == stored }
      if tables(stored) {
        found.append(
          LiveTable(
            name: String(word), shape: words.count > 1 ? String(words[1]) : "", stored: stored))
      }
    }
    return found
  }
}
