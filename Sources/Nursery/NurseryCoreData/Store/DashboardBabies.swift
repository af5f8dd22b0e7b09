#if CoreData
internal import CoreDataInterchange
internal import Foundation
internal import Interchange
internal import Nursery

/// A baby of BabyDashboard's store.
struct DashboardBaby: Sendable {
  /// What its row is found by.
  let key: String
  /// Its identifier in the app; nil when that was never set.
  let id: UUID?
  let name: String
  let feedTerm: Double
  let createdAt: Date
  /// Whether nothing in the store tells when it was made.
  let isCreationUnknown: Bool
  /// The last amount as the app kept it in the SwiftData era, in columns of the baby.
  let keptAmount: Amount?
  let position: SourcePosition
  let text: String
  let warnings: [ImportWarning]
}

/// Reads the babies.
struct DashboardBabies {
  /// A date of creation that the model gives and nobody set.
  ///
  /// Source: the model's default for `createdAt`, 2025-11-06 20:05:00 UTC.
  private static let unsetCreation = Date(timeIntervalSinceReferenceDate: 784_152_300)

  let stores: [CoreDataStore]
  let started: Date
  /// All rows, in the order of the stores.
  private(set) var rows: [DashboardBaby] = []
  /// Each baby once, by key.
  private(set) var babies: [DashboardBaby] = []
  /// The keys of the babies, by store and row.
  private(set) var places: [[Int64: String]] = []

  init(stores: [CoreDataStore], started: Date) throws {
    self.stores = stores
    self.started = started
    for store in stores {
      let earliest = try Self.earliest(store)
      var place: [Int64: String] = [:]
      try store.forEachRow(of: "BabyProfile") { row in
        let baby = Self.baby(row, earliest[row.key], store, started)
        place[row.key] = baby.key
        rows.append(baby)
      }
      places.append(place)
    }
    let first = Dictionary(rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    babies = first.values.sorted { $0.key < $1.key }
  }

  /// Takes the cells of the babies into account, which are read before all other rows.
  static func count(_ store: CoreDataStore, in pass: inout MemberPass) throws {
    try store.forEachRow(of: "BabyProfile") { row in
      _ = baby(row, nil, store, .distantPast)
      row.count(in: &pass)
    }
  }

  private static func baby(
    _ row: CoreDataRow, _ earliest: Date?, _ store: CoreDataStore, _ started: Date
  ) -> DashboardBaby {
    // What cannot be read is as if it were not there: a baby is never left out.
    let id = row.has("id") ? try? row.uuid("id") : nil
    let kept = row.has("createdAt") ? try? row.date("createdAt") : nil
    let created = kept == unsetCreation ? earliest : kept ?? earliest
    let term = row.has("feedTerm") ? (try? row.double("feedTerm")) ?? 0 : 0
    return DashboardBaby(
      key: id?.uuidString ?? store.key(row.key), id: id, name: (try? row.text("name")) ?? "",
      feedTerm: term > 0 ? term : BabyProfile.standardFeedTerm, createdAt: created ?? started,
      isCreationUnknown: created == nil, keptAmount: keptAmount(row), position: row.position,
      text: row.text, warnings: row.warnings)
  }

  private static func keptAmount(_ row: CoreDataRow) -> Amount? {
    guard row.has("lastFeedAmountValue"), row.has("lastFeedAmountUnitSymbol"),
      let value = try? row.double("lastFeedAmountValue"),
      let unit = try? row.text("lastFeedAmountUnitSymbol")
    else { return nil }
    return Amount(value, unitText: unit)
  }

  /// The earliest feed or diaper change of each baby, by the baby's row.
  private static func earliest(_ store: CoreDataStore) throws -> [Int64: Date] {
    var earliest: [Int64: Date] = [:]
    for (entity, attribute) in [("FeedSession", "startTime"), ("DiaperChange", "timestamp")] {
      try store.forEachRow(of: entity) { row in
        guard let baby = try? row.reference("profile"), let date = try? row.date(attribute)
        else { return }
        earliest[baby] = min(earliest[baby] ?? date, date)
      }
    }
    return earliest
  }
}
#endif
