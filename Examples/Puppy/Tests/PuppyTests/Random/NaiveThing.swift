/// Whatever the app keeps, as one sort of thing. Times are seconds since 1970.
struct NaiveThing: Equatable {
  enum Kind: CaseIterable { case entry, spot, skill, dose, exposure, milestone, profile }

  enum Field: Equatable {
    case name(String), time(Int), place(String?), end(Int?), session(Int?), spot(Int?)
    case number(Int), flag(Bool)
  }

  let kind: Kind
  /// The type of an entry; what anything else is called.
  var name = ""
  var time = 0
  /// Of an entry; the slot of a dose; the reaction of an exposure.
  var place: String?
  /// Of a coverage gap; the day of a dose; the date of a milestone.
  var end: Int?
  var session: Int?
  var spot: Int?
  /// The minutes of an entry; the visits of a spot; the order of a milestone.
  var number = 0
  /// Whether a spot is a favourite, and a milestone completed.
  var flag = false

  init(_ kind: Kind) { self.kind = kind }

  mutating func set(_ field: Field) {
    switch field {
    case .name(let value): name = value
    case .time(let value): time = value
    case .place(let value): place = value
    case .end(let value): end = value
    case .session(let value): session = value
    case .spot(let value): spot = value
    case .number(let value): number = value
    case .flag(let value): flag = value
    }
  }
}
