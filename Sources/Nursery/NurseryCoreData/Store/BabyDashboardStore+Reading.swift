#if CoreData
internal import CoreDataInterchange
internal import Daybook
internal import Interchange
internal import Nursery

/// The names of the tables in the log: those of the entities in the app. They reach the disk.
enum DashboardTable {
  static let babies = "BabyProfile"
  /// The others, in the order in which they are read.
  static let entries: [String] = [
    "FeedSession", "DiaperChange", "CustomEventType", "CustomEvent", "DailyChecklist",
  ]
}

extension BabyDashboardStore {
  /// Calls `visit` with all rows of all stores.
  ///
  /// - Parameter entity: the entity of the baby of a key.
  func forEachItem(
    _ entity: @escaping (_ baby: String) -> UUID?, _ visit: (ImportItem) throws -> Void
  ) throws {
    for baby in babyRows { try visit(.row(row(of: baby))) }
    for (index, store) in stores.enumerated() {
      var pass = MemberPass(isRepeated: CoreDataRow.isOwn)
      try DashboardBabies.count(store, in: &pass)
      for table in DashboardTable.entries
      where store.entities.contains(where: { $0.name == table }) {
        try store.forEachRow(of: table) { row in
          let reading = DashboardRow(
            row: row, store: store, babies: places[index], entity: entity)
          try visit(item(table, reading))
          row.count(in: &pass)
        }
      }
      pass.finish(cells[index])
    }
  }

  private func row(of baby: DashboardBaby) -> ImportRow {
    ImportRow(
      table: DashboardTable.babies, key: .id(baby.key), entity: baby.id,
      state: BabyProfile(
        name: baby.name, feedTerm: baby.feedTerm, createdAt: baby.createdAt),
      position: baby.position, rawText: baby.text,
      untold: [4, 5, 10, 11] + (baby.isCreationUnknown ? [3] : []), warnings: baby.warnings)
  }

  private func item(_ table: String, _ row: DashboardRow) throws -> ImportItem {
    do {
      switch table {
      case "FeedSession": return .row(try row.feed())
      case "DiaperChange": return .row(try row.diaper())
      case "CustomEvent": return .row(try row.customEvent())
      case "CustomEventType": return .row(try row.customType())
      default: return .row(try row.checklistItem())
      }
    } catch let error as CoreDataValueError {
      return .quarantined(row.quarantined(error))
    }
  }
}
#endif
