import CFloor

/// What one run took.
struct Measurement {
  let operations: Int
  /// Seconds that passed.
  let wall: Double
  /// Seconds of processor time, over all threads.
  let processor: Double

  /// Runs `body`, between the marks that an instruction counter looks for.
  static func of(_ operations: Int, _ body: () throws -> Void) rethrows -> Measurement {
    measured_begin()
    defer { measured_end() }
    let before = measured_processor()
    let time = try ContinuousClock().measure(body)
    return Measurement(
      operations: operations, wall: time / .seconds(1), processor: measured_processor() - before)
  }
}
