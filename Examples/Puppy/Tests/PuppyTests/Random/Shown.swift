/// Everything that the app shows at a moment, as plain values to compare. Times are seconds since
/// 1970, things their numbers.
struct Shown: Equatable {
  var entries: [Int] = []
  var day: [Int] = []
  var waits: [Int] = []
  var gaps: [Int] = []
  /// Least, most, mean, median, outdoors, indoors.
  var figures: [Int] = []
  /// Current and best.
  var streak: [Int] = []
  /// Unknown, asleep or awake, and since when.
  var sleep: [Int?] = []
  var sleepMinutes = 0
  var sessions: [[Int?]] = []
  var usualSleep: Int?
  var hasJustWoken = false
  /// Logged, expected and the next.
  var meals: [Int?] = []
  var catchUp = 0
  /// Number, visits and newest walk.
  var spots: [[Int?]] = []
  var skills: [String] = []
  var doses: [String] = []
  var exposures: [[String]] = []
  var bikes = 0
  var milestones: [String] = []
  /// What the widget and the watch are told, by name.
  var widget: [String] = []

  /// The names of what differs.
  func differences(from other: Shown) -> [String] {
    if self == other { return [] }
    let pairs = zip(Mirror(reflecting: self).children, Mirror(reflecting: other).children)
    return pairs.compactMap { one, other in
      let (own, told) = ("\(one.value)", "\(other.value)")
      return own == told ? nil : "\(one.label ?? ""): \(own) and not \(told)"
    }
  }
}
