import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// Two processes that append a thousand transactions each, at once, twenty times.
@Suite(.tags(.slow, .crash)) struct ConcurrentWriterTests {
  @Test func `nothing acknowledged is lost, and readers see tokens that only grow`() throws {
    let directory = try TemporaryFolder()
    let store = try EventStore.open(at: directory.path, schema: Boards().schema)
    var random = SeededGenerator(seed: 20)
    var stored: UInt64 = 0
    for round in 0..<20 {
      let killAt = round % 2 == 0 ? nil : UInt64.random(in: 1...1500, using: &random)
      let (acknowledged, wasKilled) = try run(store, directory.path, killAt: killAt, from: stored)
      var newest = try store.read { try $0.token() }.number
      if wasKilled {
        // A commit that the killed one has not announced to readers comes with the next one.
        let next = try store.append(durability: .relaxed) { draft in
          try draft.append(CounterEvent(.noted, Mark(value: 1)), to: UUID())
        }
        newest = next.number - 1
      }
      #expect(Set(acknowledged.map(\.transaction)).count == acknowledged.count)
      if wasKilled {
        #expect(Int(newest - stored) >= acknowledged.count, "round \(round)")
        // Each process may have had one append stored that it could not tell of any more.
        #expect(Int(newest - stored) <= acknowledged.count + 2, "round \(round)")
      } else {
        #expect(acknowledged.count == 2000, "round \(round)")
        #expect(newest - stored == 2000, "round \(round)")
      }
      try check(store, acknowledged)
      stored = wasKilled ? newest + 1 : newest
    }
    #expect(try store.verify().ok)
  }

  /// Lets two processes append, reads meanwhile, and gives what they acknowledged.
  private func run(
    _ store: EventStore, _ path: String, killAt: UInt64?, from stored: UInt64
  ) throws -> (acknowledged: [Acknowledgement], wasKilled: Bool) {
    let victims = try (0..<2).map { _ in try Victim("thousand", at: path) }
    var newest = stored
    var isKilled = false
    while victims.map({ $0.listen(milliseconds: 1) }).contains(true) {
      let number = try store.read { try $0.token() }.number
      #expect(number >= newest, "the newest token went back")
      newest = number
      if let killAt, !isKilled, number >= stored + killAt {
        isKilled = true
        kill(pid_t(victims[0].id), SIGKILL)
      }
    }
    let lines = victims.flatMap { $0.end() }
    return (lines.compactMap(Acknowledgement.init), isKilled && victims[0].wasKilled)
  }

  private func check(_ store: EventStore, _ acknowledged: [Acknowledgement]) throws {
    let missing = try store.read { reader in
      try acknowledged.filter { acknowledgement in
        guard let transaction = try reader.transaction(acknowledgement.transaction) else {
          return true
        }
        return try reader.event(transaction.positions.lowerBound).entity != acknowledgement.entity
      }
    }
    #expect(missing.isEmpty, "\(missing.count) acknowledged transactions are not there")
  }
}
