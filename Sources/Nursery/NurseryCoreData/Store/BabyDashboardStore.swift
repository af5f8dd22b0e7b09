#if CoreData
public import CoreDataInterchange
public import Daybook
internal import Foundation
public import Interchange
internal import Nursery
internal import NurseryInterchange

/// BabyDashboard's own store as a source of entries: that of its SwiftData era, or the private
/// and the shared one of its Core Data era as one import.
///
/// ```swift
/// let source = try BabyDashboardStore(path, shared: sharedPath, started: Date())
/// let report = try await Import(source, author: "Ada").run(into: store)
/// ```
/// Only copies are read; the stores stay as they are, byte for byte, and their app may run.
///
/// Babies, and entries of the Core Data era, keep their identifiers. In the SwiftData era entries
/// have none: they are found again by the store's identifier and their row, which is why
/// `instance` is that identifier then. A second store of the same family, or a CSV file of it,
/// meets what is there by baby and millisecond. Import the store first: it tells more.
///
/// Nothing is dropped: entries whose baby was deleted are kept without one, units and types that
/// nobody knows are kept as they were written, with a warning.
public struct BabyDashboardStore: ImportSource {
  /// Which generation of the app wrote a store.
  public enum Era: String, Sendable, Codable, Hashable {
    /// The first: babies, feeds and diaper changes, entries without identifiers.
    case swiftData
    /// With identifiers, custom events and a checklist.
    case coreData
  }

  /// The provider's name in the log, the same as of the CSV files.
  public static let provider = BabyDashboardFiles.provider

  public var provider: String { Self.provider }
  public let instance: String
  /// Which generation of the app wrote the store.
  public let era: Era
  /// The stores, the private one first.
  public let stores: [CoreDataStore]
  /// The babies, in the order of their identifiers.
  let babies: [DashboardBaby]
  /// The rows of the babies; one may be in both stores.
  let babyRows: [DashboardBaby]
  /// The babies by store and row.
  let places: [[Int64: String]]
  /// What became of the cells of each store.
  let cells: [CellLedger]

  /// Copies the stores and reads their babies.
  ///
  /// Reads the times of all entries once, for the date of creation of each baby. Where the app
  /// has kept none it is the time of the earliest feed or diaper change, and for a baby without
  /// such it is `started`.
  ///
  /// - Parameters:
  ///   - path: the store.
  ///   - shared: what others share with this person, a store of its own in the Core Data era.
  ///   - started: when the move began; the same in every run, or that of the first counts.
  /// - Throws: `InterchangeError`: as `CoreDataStore`; `incomplete` for the store of another app;
  ///   `missingColumn`.
  public init(_ path: String, shared: String? = nil, started: Date) throws {
    var stores = [try CoreDataStore(path)]
    if let shared {
      let name = URL(atPath: shared).lastPathComponent
      stores.append(
        try CoreDataStore(shared, name: name == stores[0].name ? "shared/\(name)" : name))
    }
    self.stores = stores
    cells = stores.map { _ in CellLedger() }
    let eras = try stores.map(Self.era)
    era = eras.contains(.coreData) ? .coreData : .swiftData
    instance = era == .swiftData ? stores[0].metadata.id : ""
    let found = try DashboardBabies(stores: stores, started: started)
    babies = found.babies
    babyRows = found.rows
    places = found.places
  }

  /// Looks whether it is a store of the app, and of which generation.
  private static func era(_ store: CoreDataStore) throws -> Era {
    let needed = [
      "BabyProfile": ["ZNAME"], "FeedSession": ["ZSTARTTIME", "ZPROFILE"],
      "DiaperChange": ["ZTIMESTAMP", "ZPROFILE"],
    ]
    var era = Era.swiftData
    for (name, columns) in needed.sorted(by: { $0.key < $1.key }) {
      let entity = try store.entity(name)
      for column in columns where !entity.has(column) {
        throw InterchangeError(
          .missingColumn, file: store.name,
          "\(store.name) has no column \(column) in its table \(entity.table); "
            + "nothing was imported.")
      }
      if name == "FeedSession", entity.has("ZUUID") { era = .coreData }
    }
    return era
  }

  public var files: [ImportFile] {
    zip(stores, cells).flatMap { $0.files(counting: $1) }
  }
  public var hasNaturalKeys: Bool { false }

  /// Up to where each store was read.
  public var positions: [StorePosition] { stores.map(\.position) }

  /// Always: the rows are those of copies.
  public func checkUnchanged() {}

  /// Whether nobody has written to the stores since they were copied.
  ///
  /// - Throws: `InterchangeError.sourceChanged`; `unreadableFile`.
  public func checkUnwritten() throws {
    for store in stores { try store.checkUnwritten() }
  }

  /// Every table of the stores: with the shared store left out, its rows count as gone.
  public var wholeTables: [String: any Importable.Type] {
    let types: [String: any Importable.Type] = [
      DashboardTable.babies: BabyProfile.self, "FeedSession": FeedSession.self,
      "DiaperChange": DiaperChange.self, "CustomEvent": CustomEvent.self,
      "CustomEventType": Record<CustomEventType>.self,
      "DailyChecklist": Record<ChecklistItem>.self,
    ]
    let names = Set(stores.flatMap(\.entities).map(\.name))
    return types.filter { names.contains($0.key) }
  }

  public var subjects: [ImportSubject] {
    babies.map { baby in
      ImportSubject(
        BabyProfile.self, table: DashboardTable.babies, key: baby.key, name: baby.name,
        takesNamesake: false, entity: baby.id
      ) { reader in
        let own = try baby.id.filter { try reader.entity(BabyProfile.self, $0) != nil }
        let namesakes = try reader.view(CurrentProfiles.self).all()
          .filter { $0.profile.isCalled(baby.name) }.map(\.id)
        return (own.map { [$0] } ?? []) + namesakes.filter { $0 != own }
      }
    }
  }

  public func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    try forEachItem({ subjects[DashboardTable.babies, $0] }, visit)
  }

  public func candidates(for row: ImportRow, in reader: borrowing Reader) throws -> [UUID]? {
    try BabyDashboardEntries.candidates(for: row, in: reader)
  }

  public func agreement(of row: ImportRow, with own: any Importable) -> [Int] {
    // The date of creation of a baby that was there is its own.
    BabyDashboardEntries.agreement(of: row, with: own) + (own is BabyProfile ? [3] : [])
  }
}

extension CoreDataEntity {
  /// Whether its table has a column.
  func has(_ column: String) -> Bool { columns.contains { $0.name == column } }
}

extension Optional {
  fileprivate func filter(_ isIncluded: (Wrapped) throws -> Bool) rethrows -> Wrapped? {
    guard let self, try isIncluded(self) else { return nil }
    return self
  }
}
#endif
