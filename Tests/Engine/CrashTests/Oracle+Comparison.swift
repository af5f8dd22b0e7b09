import Daybook
import Testing
import crashwriter

extension Oracle {
  /// Entities, rows and totals against the oracle, and all of it against the engine's own checks.
  func compare(with store: EventStore, _ note: Comment) throws {
    let verification = try store.verify()
    #expect(verification.ok, "\(note), \(verification.checks)")
    let counters = counters()
    var totals: [String: BoardTotal] = [:]
    for counter in counters.values {
      totals[counter.board] = (totals[counter.board] ?? BoardTotal()).plus(counter)
    }
    let (members, sums) = try store.read { reader in
      let view = try reader.view(Boards.self)
      return (try view.rows(Boards.members), try view.rows(Boards.totals))
    }
    let expected = counters.map { ($0.value.key($0.key), $0.value.total) }
    #expect(Self.differences(members.map { ($0.key, $0.row) }, expected) == [], note)
    #expect(Self.differences(sums.map { ($0.key, $0.row) }, totals.map { ($0, $1) }) == [], note)
  }

  /// The first rows that are in one list alone, as text.
  private static func differences<Key: Hashable>(
    _ stored: [(Key, BoardTotal)], _ expected: [(Key, BoardTotal)]
  ) -> [String] {
    let stored = Dictionary(uniqueKeysWithValues: stored)
    let expected = Dictionary(uniqueKeysWithValues: expected)
    let keys = Set(stored.keys).union(expected.keys).filter { stored[$0] != expected[$0] }
    return keys.prefix(5).map { key in
      "\(key): stored \(String(describing: stored[key])), expected \(String(describing: expected[key]))"
    }
  }

  /// The numbers of what was acknowledged and is not in the log with its content.
  func lost(_ acknowledgements: [Acknowledgement]) -> [UInt64] {
    acknowledgements.filter { !holds($0) }.map(\.transaction)
  }

  private func holds(_ acknowledgement: Acknowledgement) -> Bool {
    guard acknowledgement.transaction <= entries.count else { return false }
    let entry = entries[Int(acknowledgement.transaction) - 1]
    if let target = entry.retracts { return Int64(target) == acknowledgement.value }
    return entry.events[0].id == acknowledgement.entity
      && entry.events[0].event.mark.value == acknowledgement.value
  }
}
