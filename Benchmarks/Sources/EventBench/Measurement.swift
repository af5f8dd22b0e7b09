import CFloor

/// What one run took.
struct Measurement {
  let operations: Int
  let time: Duration

  /// Runs `body`, between the marks that an instruction counter looks for.
  static func of(_ operations: Int, _ body: () throws -> Void) rethrows -> Measurement {
    measured_begin()
    defer { measured_end() }
    let time = try ContinuousClock().measure(body)
    return Measurement(operations: operations, time: time)
  }
}
