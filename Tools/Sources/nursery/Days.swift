import ArgumentParser
import Daybook
import DaybookTool
import Interchange
import Nursery

extension DayBoundary {
  /// Where nobody has said when days begin.
  static var unknown: DayBoundary {
    get throws { try DayBoundary(zone: "UTC", hour: 0, minute: 0) }
  }

  /// The day boundary of a store's own history, by the parameters of its views; nil when it has
  /// none yet.
  static func stored(_ views: (String) throws -> String?) throws -> DayBoundary? {
    try views(HistoryGroups.name).flatMap { try DayBoundary(text: $0) }
  }

  /// Another zone and another start; what is nil stays.
  func with(zone: String?, start: ClockTime?) throws -> DayBoundary {
    try DayBoundary(
      zone: zone ?? self.zone, hour: start?.hour ?? hour, minute: start?.minute ?? minute)
  }
}

extension StoreArguments {
  /// Opens the store, or makes one whose days begin as `boundary` says.
  func openForImport(_ boundary: DayBoundary) throws -> EventStore {
    // One that was made by a run which was killed may have no days yet.
    try make { try .nursery(boundary: .stored($0) ?? boundary).importing() }
  }
}

/// Where the days of a store that is made begin.
struct DayArguments: NewStoreArguments {
  @Option(
    name: .long,
    help: "The time zone of its days; this machine's unless told, or the inviter's when one joins.")
  var zone: String?

  @Option(
    name: .long, help: "When its days begin, HH:MM; 07:00 unless told, or as the inviter's do.",
    transform: Typed.clock)
  var dayStart: ClockTime?

  /// What is not told is as in `stored`, else this machine's zone from 07:00 on.
  func boundary(or stored: DayBoundary? = nil) throws -> DayBoundary {
    try (stored ?? DayBoundary(zone: zone ?? Surroundings.current.zone))
      .with(zone: zone, start: dayStart)
  }

  func schema(for views: (String) throws -> String?) throws -> Schema {
    try .nursery(boundary: boundary(or: .stored(views))).importing()
  }

  func words(for views: (String) throws -> String?) throws -> String? {
    "with \(try boundary(or: .stored(views)).words)"
  }
}

/// Zone, days and unit of a screen, when they are not those of the store.
struct ScreenArguments: ParsableArguments {
  @Option(name: .long, help: "The time zone, such as Europe/Amsterdam; the store's unless told.")
  var zone: String?

  @Option(
    name: .long, help: "When a day begins, HH:MM; as the store says unless told.",
    transform: Typed.clock)
  var dayStart: ClockTime?

  @Option(
    name: .long,
    help: "The unit of amounts: \(VolumeUnit.words); DAYBOOK_UNIT or ml unless told.",
    transform: FamilyUnit.read)
  var unit: VolumeUnit = FamilyUnit.usual

  /// The boundary asked for; what is not told is as in `stored`.
  func boundary(or stored: DayBoundary) throws -> DayBoundary {
    try stored.with(zone: zone, start: dayStart)
  }
}

extension FamilyUnit {
  /// A unit of amounts.
  @Sendable static func read(_ text: String) throws -> VolumeUnit {
    guard let unit = VolumeUnit(text: text) else { throw BadText("takes \(VolumeUnit.words)") }
    return unit
  }
}

extension EventStore {
  /// Reads the history by the days of a screen: as stored, or built for this once, perhaps as it
  /// was after a transaction.
  func history<R: Sendable>(
    _ screen: Screen, asOf token: History.Token? = nil,
    _ body: @escaping @Sendable (borrowing ProjectionReader<HistoryGroups>) throws -> R
  ) throws -> R {
    let boundary = screen.boundary
    if let token {
      return try preview(try HistoryGroups(boundary: boundary), asOf: token, body)
    }
    let stored: R? = try read { reader in
      let view = try reader.view(HistoryGroups.self)
      return view.projection.boundary == boundary ? try body(view) : nil
    }
    if let stored { return stored }
    return try Terminal.activity("grouping by other days") {
      try preview(try HistoryGroups(boundary: boundary), body)
    }
  }
}
