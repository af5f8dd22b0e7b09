import Daybook
import Foundation

/// The walks to each place, oldest first.
public struct WalksBySpotAndTime: Index {
  public static let name = "puppy.walksBySpotAndTime"

  public static func key(
    _ entry: Stamped<Kept<DiaryEntry>>
  ) -> Key3<ID<Kept<WalkSpot>>, Date, ID<Kept<DiaryEntry>>>? {
    guard entry.value.type == .walk, let spot = entry.value.spot else { return nil }
    return Key3(spot, entry.value.time, entry.id)
  }
}
