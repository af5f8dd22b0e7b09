import Dispatch
import Foundation

/// A program that is told one measured thing, `PROGRAM RUN PATH EVENTS …`, does it, and prints the
/// number of operations, seconds of time and of the processor.
package enum BenchProgram {
  /// What a run takes; nil when there is none of this name.
  package typealias Run =
    @Sendable (
      _ name: String, _ path: String, _ events: Int, _ more: String
    ) async throws -> Timing?

  /// The first thread waits instead of ending, because callgrind 3.19 dies of threads that begin
  /// after its end.
  package static func main(_ run: @escaping Run) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      do { try await perform(run) } catch { fail("\(error)") }
      isDone.signal()
    }
    isDone.wait()
  }

  private static func perform(_ run: Run) async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let events = Int(arguments[3]) else {
      print("usage: \(arguments[0]) RUN PATH EVENTS …")
      exit(2)
    }
    let (name, path, more) = (arguments[1], arguments[2], arguments.dropFirst(4).first ?? "")
    guard let timing = try await run(name, path, events, more) else {
      fail("there is no run called \(name)")
    }
    print("\(timing.operations) \(timing.wall) \(timing.processor)")
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(1)
  }
}
