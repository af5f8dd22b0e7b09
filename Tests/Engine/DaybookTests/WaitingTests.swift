import Foundation
import Synchronization
import Testing

@testable import Daybook

/// Long work makes room for those who wait for the writer.
struct WaitingTests {
  /// A store with so many items, each of which was counted once.
  private func store(items: Int) throws -> EventStore {
    let store = try EventStore.temporary(schema: pantry)
    for start in stride(from: 0, to: items, by: 1_000) {
      try store.append(durability: .relaxed) { draft in
        for number in start..<start + 1_000 {
          let id = UUID()
          try draft.append(bought(number), to: id)
          try draft.append(PantryEvent.counted(2), to: id)
        }
      }
    }
    return store
  }

  private func bought(_ number: Int) -> PantryEvent {
    .bought(PantryItem(name: "item \(number)", amount: 1, shelf: "shelf \(number % 7)"))
  }

  /// How many appends a thread gets done, one after the other, while `body` runs.
  ///
  /// - Parameter body: does the work, and may wait for the next append to be done.
  private func appends(
    to store: EventStore, while body: (_ waitForNext: () -> Void) throws -> Void
  ) throws -> Int {
    let count = Counter()
    let thread = Thread {
      while !count.isEnded.load(ordering: .relaxed) {
        do {
          let event = bought(0)
          try store.append(durability: .relaxed) { try $0.append(event, to: UUID()) }
        } catch { Issue.record(error) }
        count.value.wrappingAdd(1, ordering: .relaxed)
      }
      count.end.set(true)
    }
    thread.start()
    defer {
      count.isEnded.store(true, ordering: .relaxed)
      _ = count.end.wait()
    }
    try body {
      let before = count.value.load(ordering: .relaxed)
      while count.value.load(ordering: .relaxed) == before { sched_yield() }
    }
    return count.value.load(ordering: .relaxed)
  }

  private final class Counter: Sendable {
    let value = Atomic(0)
    let isEnded = Atomic(false)
    let end = Latch<Bool>()
  }

  @Test func `appends go on within a rebuild`() throws {
    let store = try store(items: 20_000)
    var appendsWithin = 0
    let count = try appends(to: store) { waitForNext in
      // On a busy machine the other thread may not have had its turn in a whole rebuild.
      for _ in 0..<1_000 where appendsWithin == 0 {
        try store.rebuild { progress in
          if progress.hasEnded { return }
          waitForNext()
          appendsWithin += 1
        }
      }
    }
    #expect(appendsWithin > 0)
    #expect(count >= appendsWithin)
    for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
  }

  @Test func `appends go on within a purge`() throws {
    let store = try store(items: 4_000)
    let token = try store.read { try $0.token() }
    var purged = 0
    let count = try appends(to: store) { _ in purged = try store.purge(before: token).events }
    // Without room: one before, and one after.
    #expect(count > 2)
    #expect(purged == 8_000)
    for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
  }

  @Test func `after an interruption some steps are short`() {
    var pace = RebuildPace()
    #expect(!pace.isShort)
    pace.note(wasAwaited: true)
    for _ in 0..<16 {
      #expect(pace.isShort)
      pace.note(wasAwaited: false)
    }
    #expect(!pace.isShort)
  }
}
