internal import Foundation
internal import Synchronization

/// Clocks of the zones that the rows of a file name, each opened once.
final class ZoneClocks: Sendable {
  /// How far zones are from UTC, in seconds: from −12 to +14 hours, by quarters.
  private static let offsets = -43_200.0...50_400.0

  /// Nil for a name of no zone.
  private let known = Mutex<[String: ZoneClock?]>([:])

  /// Whether there is a zone of a name.
  func knows(_ zone: String) -> Bool { use(zone) { _ in true } ?? false }

  /// The instant of a reading, as `ZoneClock.resolve`; nil when there is no such zone.
  func instant(_ local: LocalTime, in zone: String) -> Date? {
    use(zone) { $0.resolve(local).instant }
  }

  /// Whether a clock shows a reading at an instant, when the reading is told in steps.
  func shows(_ local: LocalTime, at instant: Date, in zone: String, _ step: Double) -> Bool {
    use(zone) { clock in
      (clock.instants(showing: local) + [clock.resolve(local).instant])
        .contains { instant.timeIntervalSince($0).magnitude < step }
    } ?? false
  }

  /// Whether there may be a zone whose clock shows a reading at an instant.
  static func mayShow(_ local: LocalTime, at instant: Date, _ step: Double) -> Bool {
    let offset = Double(local.secondsAsUTC) - instant.timeIntervalSince1970
    return (offsets.lowerBound - step...offsets.upperBound + step).contains(offset)
      && offset.remainder(dividingBy: 900).magnitude < step
  }

  private func use<Value>(_ zone: String, _ body: (inout ZoneClock) -> Value) -> Value? {
    known.withLock { known in
      if known[zone] == nil { known[zone] = .some(try? ZoneClock(zone: zone)) }
      guard var clock = known[zone] ?? nil else { return nil }
      let value = body(&clock)
      known[zone] = clock
      return value
    }
  }
}
