import Daybook
import DaybookTesting
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// Consumers in processes that are killed while they work.
@Suite(.tags(.slow, .crash)) struct ConsumerCrashTests {
  /// How often one store is killed.
  static let kills = 20
  /// One store for each; `make crash` asks for 200 kills, `kills` each.
  static let seeds: ClosedRange<UInt64> = 1...(Environmental.wantsAllKills ? 10 : 3)

  @Test(arguments: seeds)
  func `a killed consumer works once in the store and delivers at least once outside`(
    seed: UInt64
  ) async throws {
    let directory = try TemporaryFolder()
    var random = SeededGenerator(seed: seed)
    var (round, midWork) = (0, 0)
    // On a busy machine some are killed before they go on working.
    while round < Self.kills || midWork < Self.kills / 2 && round < 8 * Self.kills {
      round += 1
      let delay = UInt64.random(in: 500...40_000, using: &random)
      let victim = try Victim("consume", at: directory.path, seed: seed * 1000 + UInt64(round))
      let lines = victim.lines(through: "ack") + victim.end(after: delay)
      #expect(victim.wasKilled, "seed \(seed), kill \(round): \(lines.last ?? "")")
      let store = try EventStore.open(at: directory.path, schema: Boards().schema)
      try checkWork(store, "seed \(seed), kill \(round) after \(delay) µs")
      if try store.history.consumers().contains(where: { $0.lag > 0 }) { midWork += 1 }
    }
    #expect(midWork >= Self.kills / 2, "seed \(seed): the kills missed the work")

    let store = try EventStore.open(at: directory.path, schema: Boards().schema)
    let file = try DeliveryFile(directory.path)
    try await store.history.consumer(Consuming.local, where: .notAuthor(Consuming.outside))
      .process(Consuming.note)
    try await store.history.consumer(Consuming.outside, where: .notAuthor(Consuming.local))
      .deliver { for transaction in $0 { file.add(transaction) } }
    let wanted = try store.history.transactions(where: .author("user")).all().map(\.number)
    #expect(try notes(store) == wanted, "seed \(seed)")
    try checkDelivery(
      DeliveryFile.numbers(directory.path), of: wanted, kills: round, "seed \(seed)")
    #expect(try await store.verify().ok)
  }

  /// The work in the store: exactly what is wanted up to the consumer's place, in order.
  private func checkWork(_ store: EventStore, _ note: Comment) throws {
    let place = try store.history.consumer(Consuming.local).token()?.number ?? 0
    let wanted = try store.history.transactions(where: .author("user")).all().map(\.number)
    #expect(try notes(store) == wanted.filter { $0 <= place }, note)
  }

  /// The transactions that the work in the store names.
  private func notes(_ store: EventStore) throws -> [UInt64] {
    let notes = try store.history.transactions(where: .author(Consuming.local)).all()
    return try store.read { reader in
      try notes.map { note in
        let event = try reader.event(note.positions.lowerBound)
        return try event.payload.withUnsafeBytes { bytes in
          var payload = PayloadReader(bytes.bytes)
          let sort = CounterEvent.types.firstIndex(of: event.type) ?? 0
          return UInt64(try CounterEvent.decode(sort, from: &payload).mark.value)
        }
      }
    }
  }

  /// Everything at least once, and what comes for the first time comes in order.
  private func checkDelivery(
    _ delivered: [UInt64], of wanted: [UInt64], kills: Int, _ note: Comment
  ) throws {
    var newest: UInt64 = 0
    var firsts: [UInt64] = []
    var again = 0
    for number in delivered {
      if number > newest {
        firsts.append(number)
        newest = number
      } else {
        again += 1
      }
    }
    #expect(firsts == wanted, note)
    // No more than a page is delivered again after a kill.
    #expect(again <= kills * 64, note)
  }
}
