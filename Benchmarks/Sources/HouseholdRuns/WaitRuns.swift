import BenchSupport
import Daybook
import Foundation
import Nursery
import NurseryHousehold
import Synchronization

/// How long appends wait while a thread does something long to the same store.
enum WaitRuns {
  private final class State: Sendable {
    let hasEnded = Atomic<Bool>(false)
  }

  /// The longest of durable appends of one event, one after the other; a run of one operation.
  static func run(_ path: String, while name: String) throws -> Timing {
    let store = try EngineRuns.open(path)
    let steps = Dataset(entries: 110).steps
    let state = State()
    Thread { [store] in
      do { try perform(name, on: store) } catch { preconditionFailure("\(error)") }
      state.hasEnded.store(true, ordering: .relaxed)
    }.start()
    var (longest, count) = (Duration.zero, 0)
    while !state.hasEnded.load(ordering: .relaxed) {
      let step = steps[count % steps.count]
      let wait = try ContinuousClock().measure { try store.append { try step.apply(to: &$0) } }
      longest = max(longest, wait)
      count += 1
      Thread.sleep(forTimeInterval: 0.003)
    }
    return Timing(operations: 1, wall: longest)
  }

  private static func perform(_ name: String, on store: EventStore) throws {
    switch name {
    case "rebuild": try store.rebuild()
    case "purge": try store.purge(before: try store.read { try $0.token() })
    default: Thread.sleep(forTimeInterval: 0.5)
    }
  }
}
