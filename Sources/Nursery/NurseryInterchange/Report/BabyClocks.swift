internal import Daybook
internal import Nursery

/// By which clock the entries of each baby are told: its own zone's if it has one, else that of the
/// history.
struct BabyClocks {
  private let common: DayCalendar
  private let own: [UUID: DayCalendar]

  init(
    _ history: borrowing ProjectionReader<HistoryGroups>, _ profiles: [CurrentProfile]
  ) throws {
    common = try history.calendar(of: nil)
    var own: [UUID: DayCalendar] = [:]
    for profile in profiles {
      let calendar = try history.calendar(of: profile.id)
      if calendar !== common { own[profile.id] = calendar }
    }
    self.own = own
  }

  func calendar(of baby: UUID?) -> DayCalendar { baby.flatMap { own[$0] } ?? common }

  /// The zone of a baby that is not that of the history; nil for others.
  func ownZone(of baby: UUID) -> String? { own[baby]?.boundary.zone }

  /// When days begin, in a sentence; nil when that is midnight.
  var beginning: String? { common.beginning }
}
