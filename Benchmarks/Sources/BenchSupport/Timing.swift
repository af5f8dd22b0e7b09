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

  /// Something that was timed elsewhere.
  package init(operations: Int, wall time: Duration) {
    self.operations = operations
    wall = time / .seconds(1)
    processor = 0
  }

  /// What the slowest but one of every hundred of so many things takes.
  package static func slowest(of count: Int, _ body: (Int) throws -> Void) rethrows -> Timing {
    let clock = ContinuousClock()
    let taken = try (0..<count).map { number in try clock.measure { try body(number) } }
    return Timing(operations: 1, wall: taken.sorted()[count * 99 / 100])
  }

  /// Told where what is measured begins and ends, when something else than these clocks measures
  /// it.
  // Safety: set before a run by whoever starts it.
  nonisolated(unsafe) package static var observer: (begin: () -> Void, end: () -> Void)?

  private static func begin() {
    observer?.begin()
    measured_begin()
  }

  private static func end() {
    measured_end()
    observer?.end()
  }

  /// Runs `body`, between the marks that an instruction counter looks for.
  package static func of(_ operations: Int, _ body: () throws -> Void) rethrows -> Timing {
    begin()
    defer { end() }
    let before = measured_processor()
    return Timing(operations, try ContinuousClock().measure(body), since: before)
  }

  /// The asynchronous twin.
  package static func of(
    _ operations: Int, _ body: () async throws -> Void
  ) async rethrows -> Timing {
    begin()
    defer { end() }
    let before = measured_processor()
    let clock = ContinuousClock()
    let start = clock.now
    try await body()
    return Timing(operations, clock.now - start, since: before)
  }
}
