import Foundation
import Testing

@testable import Daybook

/// How what is handed in gathers into batches.
@Suite struct WorkQueueTests {
  /// A queue whose thread, at its first batch, asks for three more.
  private func asking(microseconds: Int) -> (WorkQueue<Void>, Batches) {
    let (queue, batches) = (WorkQueue<Void>(), Batches())
    queue.start { items in
      if batches.add(items.count) == 1 {
        _ = batches.add(queue.more(3, microseconds: microseconds).count)
      }
      return false
    }
    _ = queue.add(())
    batches.wait(for: 1)
    return (queue, batches)
  }

  @Test func `what is asked for comes together`() {
    let (queue, batches) = asking(microseconds: 60_000_000)
    for _ in 0..<2 { _ = queue.add(()) }
    #expect(!batches.wait(for: 2, microseconds: 20_000))
    _ = queue.add(())
    batches.wait(for: 2)
    queue.close()
    #expect(batches.sizes == [1, 3])
  }

  @Test func `asking takes what there is when the time is over`() {
    let (queue, batches) = asking(microseconds: 1_000)
    batches.wait(for: 2)
    _ = queue.add(())
    queue.close()
    #expect(batches.sizes == [1, 0, 1])
  }

  @Test func `closing ends the wait`() {
    let (queue, batches) = asking(microseconds: 60_000_000)
    _ = queue.add(())
    queue.close()
    #expect(batches.sizes == [1, 1])
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
