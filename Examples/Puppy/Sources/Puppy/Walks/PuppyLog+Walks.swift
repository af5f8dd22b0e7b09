import Daybook
import Foundation

extension PuppyLog {
  /// The places to walk: favourites first, then the most visited. O(log n) for each.
  public func walkSpots() throws -> [VisitedSpot] {
    try store.read { reader in
      try reader.entities(of: Kept<WalkSpot>.self).map { spot in
        let walks = try reader.view(WalksBySpot.self).total(of: spot.id)
        let newest = try reader.first(WalksBySpotAndTime.where(spot.id).descending)
        return VisitedSpot(
          id: spot.id, spot: spot.value, walks: Int(walks.count), minutes: Int(walks.sum),
          newestWalk: newest?.key.second)
      }
      .sorted(by: VisitedSpot.comesFirst)
    }
  }

  /// Writes down a walk to a place.
  @discardableResult
  public func walk(
    to spot: ID<Kept<WalkSpot>>, at time: Date, minutes: Int
  ) async throws -> ID<Kept<DiaryEntry>> {
    let name = try store.read { try $0.entity(spot)?.value.name }
    var walk = DiaryEntry(.walk, at: time)
    (walk.spot, walk.spotName, walk.minutes) = (spot, name, minutes)
    return try await record(walk)
  }
}
