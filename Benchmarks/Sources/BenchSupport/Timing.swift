import CFloor

/// What one run took.
package struct Timing {
  package let operations: Int
  /// Seconds that passed.
  package let wall: Double
  /// Seconds of processor time, over all threads.
  package let processor: Double

  /// Runs `body`, between the marks that an instruction counter looks for.
  package static func of(_ operations: Int, _ body: () throws -> Void) rethrows -> Timing {
    measured_begin()
    defer { measured_end() }
    let before = measured_processor()
    let time = try ContinuousClock().measure(body)
    return Timing(
      operations: operations, wall: time / .seconds(1), processor: measured_processor() - before)
  }
}
