import Daybook
import Foundation

/// Appends for ever from several threads and tasks, and says what was acknowledged.
struct Appending: Sendable {
  let store: EventStore
  let seed: UInt64

  func run() throws -> Never {
    let known = try store.counters()
    for number in 0..<2 as Range<UInt64> {
      let lane = Lane(seed: seed &* 8 &+ number, known: known)
      Thread { block(lane) }.start()
    }
    for number in 2..<4 as Range<UInt64> {
      let lane = Lane(seed: seed &* 8 &+ number, known: known)
      Task { await suspend(lane) }
    }
    Output.rest()
  }

  /// Many appends that share commits, acknowledged when they have been flushed.
  func runInBulk() throws -> Never {
    var lane = Lane(seed: seed, known: try store.counters())
    while true {
      let plans = (0..<Int.random(in: 1...40, using: &lane.random)).map { _ in lane.next() }
      let tokens = try plans.map { plan in
        try store.append(durability: .bulk) { try plan.write(&$0) }
      }
      try store.flush()
      for (plan, token) in zip(plans, tokens) {
        plan.acknowledge(token)
        lane.advance(to: token.number)
      }
    }
  }

  /// One append after another, each of its own commit unless others wait too.
  private func block(_ lane: Lane) {
    var lane = lane
    while true {
      let plan = lane.next()
      do {
        let token = try store.append(durability: plan.durability) { try plan.write(&$0) }
        plan.acknowledge(token)
        lane.advance(to: token.number)
      } catch {
        Output.fail(error)
      }
    }
  }

  /// Groups of random size that wait together.
  private func suspend(_ lane: Lane) async {
    var lane = lane
    while true {
      let plans = (0..<Int.random(in: 1...6, using: &lane.random)).map { _ in lane.next() }
      let newest = await withTaskGroup(of: UInt64.self) { group in
        for plan in plans { group.addTask { await append(plan) } }
        return await group.reduce(0, max)
      }
      lane.advance(to: newest)
    }
  }

  private func append(_ plan: Plan) async -> UInt64 {
    do {
      let token = try await store.append(durability: plan.durability) { try plan.write(&$0) }
      plan.acknowledge(token)
      return token.number
    } catch {
      Output.fail(error)
    }
  }
}

extension EventStore {
  /// The counters that there are.
  func counters() throws -> [UUID] {
    try read { reader in try reader.view(Boards.self).rows(Boards.members).map(\.key.id) }
  }
}
