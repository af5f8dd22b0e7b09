import Daybook
import DaybookTool

extension Reader {
  /// How many entries there are of each baby, gone ones too. O(entries).
  func entryCounts() throws -> [UUID: Int] {
    var counts: [UUID: Int] = [:]
    try forEachEntry { _, entry in
      if let baby = entry.facts.baby { counts[baby, default: 0] += 1 }
      return true
    }
    return counts
  }

  /// How many entries of each baby are gone since a place and can come back. Goes through the log
  /// from there on.
  func deletedEntryCounts(after token: History.Token) throws -> [UUID: Int] {
    var ids: [String: Set<UUID>] = [:]
    for transaction in try transactions(after: token) {
      for (kind, id) in try entities(touchedBy: transaction.number) {
        ids[kind, default: []].insert(id)
      }
    }
    var counts: [UUID: Int] = [:]
    for (name, ids) in ids {
      guard let kind = Kinds.stored(name), kind.isEntry else { continue }
      for id in ids {
        if let baby = try kind.babyOfDeleted(self, id) { counts[baby, default: 0] += 1 }
      }
    }
    return counts
  }
}

extension NurseryKind {
  /// The baby of an entry that is not there and can come back; nil for any other.
  fileprivate static func babyOfDeleted(_ reader: borrowing Reader, _ id: UUID) throws -> UUID? {
    guard try isDeleted(reader, id), try wayBack(reader, id) != nil else { return nil }
    return try lastState(reader, id).flatMap { facts($0).baby }
  }
}
