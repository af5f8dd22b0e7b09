import Interchange

extension ImportReport {
  /// Whether files and tables sum up to the whole, outcome by outcome.
  var addsUp: Bool {
    let outcomes: [KeyPath<Counts, Int>] = [
      \.imported, \.changed, \.unchanged, \.conflicts, \.skipped, \.quarantined,
    ]
    return outcomes.allSatisfy { outcome in
      let own = tables.filter { !$0.isDerived }
      return files.reduce(0) { $0 + $1.counts[keyPath: outcome] } == counts[keyPath: outcome]
        && own.reduce(0) { $0 + $1.counts[keyPath: outcome] } == counts[keyPath: outcome]
    }
  }
}
