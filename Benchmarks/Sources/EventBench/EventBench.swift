import BenchRuns
import BenchSupport
import CFloor
import Daybook
import Dispatch
import Foundation

/// Runs one measured thing and prints the number of operations, seconds of time and of the
/// processor.
///
/// `event-bench append PATH EVENTS BATCH` and `bulk` make the stores that other runs read;
/// `c-append PATH EVENTS FILE` does what `calltrace` recorded.
@main enum EventBench {
  /// The first thread waits instead of ending, because callgrind 3.19 dies of threads that begin
  /// after its end.
  static func main() {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      do { try await run() } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
      }
      isDone.signal()
    }
    isDone.wait()
  }

  private static func run() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let events = Int(arguments[3]) else {
      print("usage: event-bench RUN PATH EVENTS …")
      exit(2)
    }
    let (name, path, more) = (arguments[1], arguments[2], arguments.dropFirst(4).first ?? "")
    let timing =
      if let timing = try await Runs.run(name, path, events: events, more) {
        timing
      } else if let timing = FloorRuns.run(name, path, events, more) {
        timing
      } else {
        throw StoreError(.invalidArgument, "there is no run called \(name)")
      }
    print("\(timing.operations) \(timing.wall) \(timing.processor)")
  }
}
