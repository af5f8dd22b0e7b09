import Foundation

/// What a widget shows of the puppy: `widgetData.json`, in the words of the old app's widget.
///
/// This file imports nothing of the app, so a widget can compile it. A version that lacks a key, or
/// has another value there, is read with what is usual: an old file never leaves the widget blank.
public struct WidgetData: Codable, Hashable, Sendable {
  public var lastPlasTime: Date?
  public var lastPlasLocation: String?
  public var currentStreak = 0
  public var bestStreak = 0
  /// The pees of today, and those of them outside.
  public var todayPottyCount = 0
  public var todayOutdoorCount = 0
  public var isCurrentlySleeping = false
  public var sleepStartTime: Date?
  public var lastWakeTime: Date?
  public var lastMealTime: Date?
  public var nextScheduledMealTime: Date?
  public var mealsLoggedToday = 0
  public var mealsExpectedToday = 3
  public var lastWalkTime: Date?
  public var nextScheduledWalkTime: Date?
  public var puppyName = "--"
  public var lastUpdated = Date(timeIntervalSince1970: 0)

  public init() {}

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) {
      value = (try? values.decodeIfPresent(Value.self, forKey: key)) ?? value
    }
    read(.lastPlasTime, into: &lastPlasTime)
    read(.lastPlasLocation, into: &lastPlasLocation)
    read(.currentStreak, into: &currentStreak)
    read(.bestStreak, into: &bestStreak)
    read(.todayPottyCount, into: &todayPottyCount)
    read(.todayOutdoorCount, into: &todayOutdoorCount)
    read(.isCurrentlySleeping, into: &isCurrentlySleeping)
    read(.sleepStartTime, into: &sleepStartTime)
    read(.lastWakeTime, into: &lastWakeTime)
    read(.lastMealTime, into: &lastMealTime)
    read(.nextScheduledMealTime, into: &nextScheduledMealTime)
    read(.mealsLoggedToday, into: &mealsLoggedToday)
    read(.mealsExpectedToday, into: &mealsExpectedToday)
    read(.lastWalkTime, into: &lastWalkTime)
    read(.nextScheduledWalkTime, into: &nextScheduledWalkTime)
    read(.puppyName, into: &puppyName)
    read(.lastUpdated, into: &lastUpdated)
  }

  /// Reads a file; one that is no JSON tells nothing.
  public init(json bytes: some Sequence<UInt8>) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    self = (try? decoder.decode(Self.self, from: Data(bytes))) ?? Self()
  }

  /// JSON with times in whole seconds of UTC; what is nil is left out.
  public func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }
}
