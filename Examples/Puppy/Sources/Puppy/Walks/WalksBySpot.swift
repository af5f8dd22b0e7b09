import Daybook
import Foundation

/// How many walks went to a place, and their minutes.
public struct WalksBySpot: Totals {
  public static let name = "puppy.walksBySpot"

  public static func group(_ entry: Stamped<Kept<DiaryEntry>>) -> ID<Kept<WalkSpot>>? {
    entry.value.type == .walk ? entry.value.spot : nil
  }

  public static func amount(_ entry: Stamped<Kept<DiaryEntry>>) -> Int64 {
    Int64(clamping: entry.value.minutes ?? 0)
  }
}
