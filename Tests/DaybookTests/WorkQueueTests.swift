import Foundation
import Testing

@testable import Daybook

/// How what is handed in gathers into batches.
@Suite struct WorkQueueTests {
  /// A queue whose thread tells the size of each batch, and stays in the first one until it is let go.
  private func held(gathering: Int) -> (WorkQueue<Void>, Batches, Latch<Void>) {
    let (queue, batches, gate) = (WorkQueue<Void>(), Batches(), Latch<Void>())
    queue.start(gathering: gathering) { items in
      if batches.add(items.count) == 1 { gate.wait() }
      return false
    }
    _ = queue.add(())
    batches.wait(for: 1)
    return (queue, batches, gate)
  }

  @Test func `after a batch of three the next ones wait for each other`() {
    let (queue, batches, gate) = held(gathering: 60_000_000)
    for _ in 0..<3 { _ = queue.add(()) }
    gate.set(())
    batches.wait(for: 2)
    _ = queue.add(())
    #expect(!batches.wait(for: 3, microseconds: 20_000))
    for _ in 0..<2 { _ = queue.add(()) }
    batches.wait(for: 3)
    queue.close()
    #expect(batches.sizes == [1, 3, 3])
  }

  @Test func `one who comes alone is kept a moment only, and the next not at all`() {
    let (queue, batches, gate) = held(gathering: 1_000)
    for _ in 0..<3 { _ = queue.add(()) }
    gate.set(())
    for count in 3...5 {
      batches.wait(for: count - 1)
      _ = queue.add(())
    }
    queue.close()
    #expect(batches.sizes == [1, 3, 1, 1, 1])
  }

  @Test func `closing does not wait for others`() {
    let (queue, batches, gate) = held(gathering: 60_000_000)
    for _ in 0..<3 { _ = queue.add(()) }
    gate.set(())
    batches.wait(for: 2)
    _ = queue.add(())
    queue.close()
    #expect(batches.sizes == [1, 3, 1])
  }
}

/// The sizes of batches, as they come.
private final class Batches: @unchecked Sendable {  // `monitor` guards it
  private let monitor = Monitor()
  private var found: [Int] = []

  var sizes: [Int] { monitor.locked { found } }

  /// Returns how many batches there were.
  func add(_ size: Int) -> Int {
    monitor.locked {
      found.append(size)
      monitor.wakeAll()
      return found.count
    }
  }

  func wait(for count: Int) {
    monitor.locked {
      while found.count < count { monitor.wait() }
    }
  }

  /// Whether so many come in this time.
  func wait(for count: Int, microseconds: Int) -> Bool {
    let deadline = Monitor.Deadline(microseconds: microseconds)
    return monitor.locked {
      while found.count < count, monitor.wait(until: deadline) {}
      return found.count >= count
    }
  }
}
