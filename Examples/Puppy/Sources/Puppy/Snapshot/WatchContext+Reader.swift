import Daybook
import Foundation

extension WatchContext {
  /// What a store tells. Costs what `WidgetData` costs.
  init(_ reader: borrowing Reader, now: Date) throws {
    self.init()
    puppyName = try reader.profile()?.name ?? puppyName
    streak = try PottyStreak(reader).current
    timestamp = now
    lastPeeTime = try reader.newest(.pee)?.time
    lastPoopTime = try reader.newest(.poop)?.time
    sleepStartTime = try SleepState(reader).sleepStart
    isSleeping = sleepStartTime != nil
  }
}
