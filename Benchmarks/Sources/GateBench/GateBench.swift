import BenchSupport
import HouseholdRuns

/// As event-bench, with the runs of a household's store alone: the gate builds nothing else.
@main enum GateBench {
  static func main() {
    BenchProgram.main { try await StoreRuns.run($0, $1, events: $2, $3) }
  }
}
