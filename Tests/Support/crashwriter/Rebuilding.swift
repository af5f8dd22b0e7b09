import Daybook

/// Rebuilds the projection in small steps, and says before each whether the old rows still serve.
struct Rebuilding {
  let store: EventStore
  /// What is appended between the steps; without it the rows must stay as they are.
  var lane: Lane?

  mutating func run() throws {
    let before = try rows()
    try store.startRebuild(of: Boards.name)
    var step = 0
    while try !store.advanceRebuild(of: Boards.name, limit: 5) {
      step += 1
      if try lane == nil && rows() != before { Output.line("changed \(step)") }
      Output.line("step \(step)")
      try append()
    }
    Output.line(try lane != nil || rows() == before ? "done" : "changed")
    Output.rest()
  }

  private mutating func append() throws {
    guard let plan = lane?.next() else { return }
    let token = try store.append(durability: plan.durability) { try plan.write(&$0) }
    lane?.advance(to: token.number)
    plan.acknowledge(token)
  }

  private func rows() throws -> [MemberKey: Int64] {
    try store.read { reader in
      let rows = try reader.view(Boards.self).rows(Boards.members)
      return Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.row.sum) })
    }
  }
}
