import Daybook
import Foundation
import Synchronization

/// Callers that append durably, each one append after another, for two seconds.
struct Rate: Sendable {
  let store: EventStore

  /// Says how many appends a second there were, and how long they took.
  func run(callers: Int) {
    let start = DispatchTime.now().uptimeNanoseconds
    let times = Mutex<[UInt64]>([])
    let group = DispatchGroup()
    for _ in 0..<callers {
      group.enter()
      Thread {
        let own = append(until: start + 2_000_000_000)
        times.withLock { $0 += own }
        group.leave()
      }.start()
    }
    group.wait()
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    let sorted = times.withLock { $0.sorted() }
    let (median, slow) = (sorted[sorted.count / 2] / 1000, sorted[sorted.count * 99 / 100] / 1000)
    Output.line(
      "\(Int(Double(sorted.count) / seconds)) a second, median \(median) µs, p99 \(slow) µs")
  }

  private func append(until end: UInt64) -> [UInt64] {
    var times: [UInt64] = []
    while true {
      let begin = DispatchTime.now().uptimeNanoseconds
      if begin >= end { return times }
      do {
        try store.append { draft in
          try draft.append(CounterEvent(.opened, Mark(value: 1), text: "board"), to: UUID())
        }
      } catch {
        Output.fail(error)
      }
      times.append(DispatchTime.now().uptimeNanoseconds - begin)
    }
  }
}
