import Daybook
import DaybookSnapshot

/// Says what a store holds that another process left: each row as `row ID VALUE`, and every flaw as
/// `flaw TEXT`; at last `inspected`. Then it must take an append and be whole.
struct Inspecting {
  let store: EventStore
  let path: String

  func run() throws {
    _ = try store.ingest(inbox: "\(path)/inbox")
    _ = try SnapshotPublisher(store: store, builder: CounterFiles(), folder: "\(path)/files")
      .update()
    try rows()
    try verify()
    try store.append { draft in
      try draft.append(CounterEvent(.opened, Mark(value: 1), text: "after"), to: UUID())
    }
    try verify()
    Output.line("inspected")
  }

  private func rows() throws {
    try store.read { reader in
      var totals: [String: BoardTotal] = [:]
      let view = try reader.view(Boards.self)
      for (key, row) in try view.rows(Boards.members) {
        Output.line("row \(key.id) \(row.sum)")
        guard let counter = try reader.entity(Counter.self, key.id), counter.total == row else {
          Output.line("flaw the row of \(key.id) is not its entity's")
          continue
        }
        totals[key.board] = (totals[key.board] ?? BoardTotal()).plus(counter)
      }
      let stored = try view.rows(Boards.totals).map { ($0.key, $0.row) }
      if Dictionary(uniqueKeysWithValues: stored) != totals {
        Output.line("flaw the totals are not those of the rows")
      }
    }
  }

  private func verify() throws {
    for check in try store.verify().checks where !check.isSound {
      Output.line("flaw verify, \(check.name): \(check.detail)")
    }
  }
}
