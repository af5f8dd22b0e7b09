extension StoreCheck {
  /// The counters and every row of the table `meta` can be read; what this version does not know is
  /// told.
  static let meta = StoreCheck("meta", .log) { scope, _ in
    // The writer knows them, and does not read them before each transaction.
    _ = try LogCounters(scope.reading, scope.tables)
    var found: Set<String> = []
    var unknown: [String] = []
    try scope.reader.everyRow(of: scope.tables.meta) { key, row in
      let text = String(decoding: key, as: UTF8.self)
      if try isKnown(text, row, scope) { found.insert(text) } else { unknown.append(text) }
    }
    let needed =
      ["format", "store"] + scope.counters.projections.indices.map { "projection/\($0)" }
    for text in needed where !found.contains(text) {
      throw StoreError(.damaged, "the row \(text) of the table meta is missing")
    }
    let told = unknown.isEmpty ? "" : ", unknown: \(unknown.joined(separator: ", "))"
    return found.count.counted("row") + told
  }

  private static func isSound(_ row: SpaceRow?, _ scope: borrowing WriteScope) throws -> Bool {
    guard let row, let name = scope.names[row.kind], name.text == SpaceStatement.kind else {
      throw StoreError(.damaged, "the row space is of a kind that is not there")
    }
    return true
  }

  private static func isSound(
    head text: String, _ row: BorrowedBytes, _ scope: borrowing WriteScope
  ) throws -> Bool {
    let parts = text.split(separator: "/")
    guard parts.count == 2, let number = UInt32(parts[0], radix: 16),
      let sequence = UInt64(parts[1], radix: 16)
    else { return false }
    let replica = try scope.reader.replica(number)
    let head = try SignedHead(row, Dot(replica: replica, sequence: sequence))
    guard try head.chain.count == 32 && sequence <= scope.reader.newestSequence(number) else {
      throw StoreError(.damaged, "the head \(head.dot) is of a transaction that is not there")
    }
    return true
  }

  /// Whether this version knows the row; throws when it cannot be read.
  private static func isKnown(
    _ text: String, _ row: BorrowedBytes, _ scope: borrowing WriteScope
  ) throws -> Bool {
    if ["format", "store"].contains(text) { return true }
    if ["names", "remains"].contains(text) {
      guard row.count == LogChain.size else {
        throw StoreError(.damaged, "the row \(text) of the table meta cannot be read")
      }
      return true
    }
    if text == "replay" { return try ReplayNotes.count(row) > 0 }
    if text == "space" { return try isSound(SpaceRow.stored(scope.reading, scope.tables), scope) }
    let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return false }
    switch parts[0] {
    case "kind":
      _ = try KindDefinition(row)
      guard let number = UInt32(parts[1]), let name = scope.names[number],
        name.sort == Names.Sort.kind.rawValue
      else { throw StoreError(.damaged, "the row \(text) is of a kind that is not there") }
    case "projection":
      _ = try ProjectionDefinition(row)
      guard let number = Int(parts[1]), scope.counters.projections.indices.contains(number)
      else { throw StoreError(.damaged, "the row \(text) is of a projection that is not there") }
    case "consumer":
      guard try ConsumerRecord(row).transaction <= scope.counters.transactions else {
        throw StoreError(.damaged, "the consumer \(parts[1]) is beyond the end of the log")
      }
    case "chain":
      guard parts[1].count == 16, let number = UInt64(parts[1], radix: 16),
        number <= scope.counters.transactions, row.count == LogChain.size
      else { throw StoreError(.damaged, "the row \(text) is no mark of the log's chain") }
    case "replay": _ = try Replay.Difference(row)
    case "head": return try isSound(head: parts[1], row, scope)
    default: return false
    }
    return true
  }
}
