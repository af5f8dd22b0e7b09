import Foundation
import Testing

@testable import Daybook

/// How what is handed in gathers into batches.
struct WorkQueueTests {
  /// A queue whose thread, at its first batch, asks for three more.
  private func asking(microseconds: Int) -> (WorkQueue<Void, Void>, Batches) {
    let (queue, batches) = (WorkQueue<Void, Void>(()), Batches())
    queue.start { _, items, queue in
      if batches.add(items.count) == 1 {
        _ = batches.add(queue.more(3, microseconds: microseconds).count)
      }
      return false
    }
    _ = queue.add(())
    batches.wait(for: 1)
    return (queue, batches)
  }

  @Test(.timeLimit(.minutes(5))) func `what is asked for comes together`() async throws {
    let (queue, batches) = asking(microseconds: 60_000_000)
    while queue.awaited == 0, batches.sizes.count < 2 {
      try Task.checkCancellation()
      await Task.yield()
    }
    for _ in 0..<2 {
      _ = queue.add(())
      #expect(queue.awaited == 3)
    }
    _ = queue.add(())
    batches.wait(for: 2)
    queue.close()
    #expect(batches.sizes == [1, 3])
  }

  @Test func `a queue that is closed on its own thread ends without waiting for itself`() {
    let ended = Latch<Int>()
    let queue = WorkQueue<Owner, Void>(())
    queue.start { _, items, queue in
      // Left unfinished: that must not call for more work when the owner is gone.
      _ = items
      return true
    }
    _ = queue.add(
      Owner { [queue] in
        queue.close()
        ended.set(1)
      })
    #expect(ended.wait() == 1)
    #expect(!queue.add(Owner {}))
  }

  @Test func `asking takes what there is when the time is over`() {
    let (queue, batches) = asking(microseconds: 1_000)
    batches.wait(for: 2)
    _ = queue.add(())
    queue.close()
    #expect(batches.sizes == [1, 0, 1])
  }

  @Test func `who comes while the thread rests works in its place, and others wait for that`() {
    let (queue, batches) = (WorkQueue<Void, Void>(()), Batches())
    queue.start { _, items, queue in
      _ = batches.add(items.count)
      return false
    }
    let here = Thread.current
    var isMine = false
    func work() {
      isMine = Thread.current === here
      #expect(!queue.lend { _, _ in Issue.record("it is lent already") })
      for _ in 0..<2 { _ = queue.add(()) }
      // The thread cannot be seen to leave them; one that does not would have them by then.
      #expect(!batches.wait(for: 1, microseconds: 20_000))
    }
    // At first the thread may not have come to rest.
    while !queue.lend({ _, _ in work() }) {}
    #expect(isMine)
    queue.close()
    #expect(batches.sizes == [2])
    #expect(!queue.lend { _, _ in Issue.record("it is closed") })
  }

  @Test func `what is unfinished is not left to another thread`() {
    let (queue, batches) = (WorkQueue<Void, Void>(()), Batches())
    queue.start(patience: 60_000_000) { _, items, _ in batches.add(items.count) == 1 }
    _ = queue.add(())
    batches.wait(for: 1)
    for _ in 0..<1000 { #expect(!queue.lend { _, _ in Issue.record("something is unfinished") }) }
    queue.close()
    #expect(batches.sizes == [1, 0])
  }

  @Test func `closing ends the wait`() {
    let (queue, batches) = asking(microseconds: 60_000_000)
    _ = queue.add(())
    queue.close()
    #expect(batches.sizes == [1, 1])
  }
}

/// The sizes of batches, as they come.
private final class Batches: Sendable {
  private let monitor = Monitor<[Int]>([])

  var sizes: [Int] { monitor.locked { $0.state } }

  /// Returns how many batches there were.
  func add(_ size: Int) -> Int {
    monitor.locked { held in
      held.state.append(size)
      monitor.wakeAll()
      return held.state.count
    }
  }

  func wait(for count: Int) {
    monitor.locked { held in
      while held.state.count < count { held.wait() }
    }
  }

  /// Whether so many come in this time.
  func wait(for count: Int, microseconds: Int) -> Bool {
    let deadline = Deadline(microseconds: microseconds)
    return monitor.locked { held in
      while held.state.count < count, held.wait(until: deadline) {}
      return held.state.count >= count
    }
  }
}

/// Calls its closure when the last reference to it goes.
private final class Owner: Sendable {
  private let closing: @Sendable () -> Void

  init(_ closing: @escaping @Sendable () -> Void) { self.closing = closing }

  deinit { closing() }
}
