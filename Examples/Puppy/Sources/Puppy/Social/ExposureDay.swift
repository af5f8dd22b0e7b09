import Foundation

/// What the puppy met on a day.
public struct ExposureDay: Hashable, Sendable {
  public let day: LocalDay
  /// Newest first.
  public let exposures: [Exposure]

  /// How often it reacted in each way, by the app's words; those without a reaction are not
  /// counted.
  public var reactions: [String: Int] {
    exposures.reduce(into: [:]) { counts, exposure in
      if let reaction = exposure.reaction { counts[reaction, default: 0] += 1 }
    }
  }

  /// The days on which something is noted, newest first.
  ///
  /// - Parameter exposures: newest first.
  public static func all(of exposures: [Exposure], clock: LocalClock) -> [ExposureDay] {
    var days: [(day: LocalDay, exposures: [Exposure])] = []
    for exposure in exposures {
      if days.last?.day.contains(exposure.time) != true {
        days.append((clock.day(of: exposure.time), []))
      }
      days[days.count - 1].exposures.append(exposure)
    }
    return days.map { ExposureDay(day: $0.day, exposures: $0.exposures) }
  }
}
