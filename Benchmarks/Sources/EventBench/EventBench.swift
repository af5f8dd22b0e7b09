import BenchRuns
import BenchSupport

/// Everything that is measured of Daybook, and the same work in C.
///
/// `event-bench append PATH EVENTS BATCH` and `bulk` make the stores that other runs read;
/// `c-append PATH EVENTS FILE` does what `calltrace` recorded.
@main enum EventBench {
  static func main() {
    BenchProgram.main { name, path, events, more in
      if let timing = try await Runs.run(name, path, events: events, more) { return timing }
      return FloorRuns.run(name, path, events, more)
    }
  }
}
