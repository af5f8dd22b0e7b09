import CFloor

/// What one run took.
package struct Timing {
  package let operations: Int
  /// Seconds that passed.
  package let wall: Double
  /// Seconds of processor time, over all threads.
  package let processor: Double

  private init(_ operations: Int, _ time: Duration, since before: Double) {
    self.operations = operations
    wall = time / .seconds(1)
    processor = measured_processor() - before
  }

  /// Runs `body`, between the marks that an instruction counter looks for.
  package static func of(_ operations: Int, _ body: () throws -> Void) rethrows -> Timing {
    measured_begin()
    defer { measured_end() }
    let before = measured_processor()
    return Timing(operations, try ContinuousClock().measure(body), since: before)
  }

  /// The asynchronous twin.
  package static func of(
    _ operations: Int, _ body: () async throws -> Void
  ) async rethrows -> Timing {
    measured_begin()
    defer { measured_end() }
    let before = measured_processor()
    let clock = ContinuousClock()
    let start = clock.now
    try await body()
    return Timing(operations, clock.now - start, since: before)
  }
}
