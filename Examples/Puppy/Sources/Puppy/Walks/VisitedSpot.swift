import Daybook
import Foundation

/// A place to walk with what the diary says about it.
public struct VisitedSpot: Identifiable, Equatable, Sendable {
  public let id: Daybook.ID<Kept<WalkSpot>>
  public let spot: WalkSpot
  /// The walks to it that are in the diary, and their minutes.
  public let walks: Int
  public let minutes: Int
  public let newestWalk: Date?

  /// How often the family was there: what the old app had counted, or the walks in the diary when
  /// those are more. A number that every phone adds one to would lose some; walks do not.
  public var visits: Int { max(spot.visits, walks) }

  /// Favourites first, then what was visited most, then by name.
  static func comesFirst(_ one: VisitedSpot, _ other: VisitedSpot) -> Bool {
    (one.spot.isFavourite ? 0 : 1, other.visits, one.spot.name, one.id)
      < (other.spot.isFavourite ? 0 : 1, one.visits, other.spot.name, other.id)
  }
}
