extension ViewContributions {
  /// Whether what entities give to a row comes to the row as it is stored.
  ///
  /// Hands all of them together to the projection, on an empty table. O(k) for k entities.
  ///
  /// - Throws: as `contributions(to:table:after:limit:)`.
  public func sum(of key: [UInt8], table: String? = nil) throws -> ContributionSum {
    let (live, place) = try copy.read { reader in
      let found = try reader.table(table, ofView: view)
      return (try reader.row(ofView: view, table: table, key: key)?.row, found.place)
    }
    let (isShared, entities) = try copy.read { reader in
      let rows = try scan(
        ContributionRow.prefix(.gives, table: place, key: key), after: nil, .max, reader
      ) { $0.key == key }
      return (rows.allSatisfy { !$0.isNoShare }, rows.map(\.entity))
    }
    if !isShared { return .unknown }
    let given = try copy.inspect { [view] scope in
      try ContributionWalk(view, &scope).together(entities, place, key, &scope)
    }
    return given == live ? .addsUp : .differs(given: given, stored: live)
  }

  /// What is wrong with the sums of all rows, and with the digest that they come to; nil where a
  /// handler looks at other rows, so that there are no shares. For the laws of projections.
  ///
  /// O(n) for n contributions, all of which are in memory.
  package func problems() throws -> [String]? {
    var groups: [ContributionTrace.Place: [EntityKey]] = [:]
    let (all, tables, digest) = try copy.read { reader in
      let names = try reader.rememberedViews().view(named: view).tables.map(\.name)
      let digest = try reader.storedViews().first { $0.name == view }?.digest
      return (try everything(names.count, reader), names, digest)
    }
    for (place, row) in all {
      if row.isNoShare { return nil }
      groups[ContributionTrace.Place(table: place, key: row.key), default: []].append(row.entity)
    }
    for (place, name) in tables.enumerated() {
      for row in try copy.read({ try $0.rows(ofView: view, table: name, limit: .max) }) {
        _ = groups[ContributionTrace.Place(table: place, key: row.key), default: []]
      }
    }
    return try problems(of: groups, tables, digest ?? Digest())
  }

  private func everything(
    _ tables: Int, _ reader: borrowing Reader
  ) throws -> [(Int, ContributionRow)] {
    var all: [(Int, ContributionRow)] = []
    for place in 0..<tables {
      let prefix = [ContributionRow.Sort.gives.rawValue, UInt8(clamping: place)]
      all += try scan(prefix, after: nil, .max, reader) { _ in true }.map { (place, $0) }
    }
    return all
  }

  private func problems(
    of groups: [ContributionTrace.Place: [EntityKey]], _ tables: [String], _ expected: Digest
  ) throws -> [String] {
    var (found, sum) = ([String](), Digest())
    let order = groups.keys.sorted { a, b in
      a.table != b.table ? a.table < b.table : a.key.lexicographicallyPrecedes(b.key)
    }
    for place in order {
      let entities = groups[place] ?? []
      let given = try copy.inspect { [view] scope in
        try ContributionWalk(view, &scope).together(entities, place.table, place.key, &scope)
      }
      let stored = try copy.read {
        try $0.row(ofView: view, table: tables[place.table], key: place.key)?.row
      }
      if let given {
        place.key.withUnsafeBytes { key in
          given.withUnsafeBytes { sum.add(place.table, key, $0) }
        }
      }
      if given != stored {
        let row = "\(place.key.hexadecimal) of \(tables[place.table])"
        found.append(
          "\(entities.count.counted("entity gives", "entities give")) \(given?.hexadecimal ?? "nothing") to the row \(row), "
            + "which is \(stored?.hexadecimal ?? "not there")")
      }
    }
    if found.isEmpty, sum != expected {
      found.append("all rows together come to \(sum), and the view has \(expected)")
    }
    return found
  }
}
