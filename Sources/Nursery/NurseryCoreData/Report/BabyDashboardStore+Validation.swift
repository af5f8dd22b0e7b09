#if CoreData
public import Daybook
internal import Interchange
internal import Nursery

extension BabyDashboardStore {
  /// Compares the log with the store, row by row: counts, and to which baby each entry belongs.
  ///
  /// Reads the store once and each entry; memory is some 60 bytes a row.
  ///
  /// - Throws: `InterchangeError`; `StoreError`.
  public func validation(in log: EventStore) throws -> StoreValidation {
    try log.read { try Validator(source: self, reader: $0).result(self, $0) }
  }
}

/// Goes through a store beside a log.
private struct Validator {
  private var babies: [String: UUID] = [:]
  private var seen: Set<UUID> = []
  private var entities: [String: StoreValidation.Entity] = [:]
  private var found = StoreValidation()

  init(source: BabyDashboardStore, reader: borrowing Reader) throws {
    for baby in source.babies {
      let id = SourceIdentity.uuid(
        provider: source.provider, instance: source.instance, table: DashboardTable.babies,
        id: baby.key)
      babies[baby.key] = try reader.entity(ImportedRow.self, id)?.entity ?? id
    }
  }

  consuming func result(
    _ source: BabyDashboardStore, _ reader: borrowing Reader
  ) throws -> StoreValidation {
    let babies = babies
    try source.forEachItem({ babies[$0] }) { item in
      switch item {
      case .row(let row): try add(row, row.state, source, reader)
      case .quarantined(let row):
        let name = row.reason.prefix { $0 != " " }
        entities[String(name), default: .init(name: String(name))].quarantined += 1
        entities[String(name)]?.rows += 1
      case .skipped: break
      }
    }
    for baby in source.babies { try cover(baby, reader) }
    found.entities = ([DashboardTable.babies] + DashboardTable.entries).compactMap {
      entities[$0]
    }
    return found
  }

  private mutating func add<State: Importable>(
    _ row: ImportRow, _ told: State, _ source: BabyDashboardStore, _ reader: borrowing Reader
  ) throws {
    guard case .id(let key) = row.key else { return }
    var entity = entities[row.table] ?? .init(name: row.table)
    defer { entities[row.table] = entity }
    entity.rows += 1
    let id = SourceIdentity.uuid(
      provider: source.provider, instance: source.instance, table: row.table, id: key)
    guard seen.insert(id).inserted else { return entity.repeated += 1 }
    if told.subject != nil { entity.relations += 1 }
    let imported = try reader.entity(ImportedRow.self, id)
    let own = try imported.flatMap { try reader.entity(State.self, $0.entity ?? id) }
    guard let own, !own.isDeletedEntry else { return note(row) }
    entity.entries += 1
    guard told.subject != nil else { return }
    if own.subject == told.subject { entity.linked += 1 } else { note(row) }
  }

  private mutating func note(_ row: ImportRow) {
    if found.differing.count < StoreValidation.sampleLimit {
      found.differing.append("\(row.table) \(row.position.record)")
    }
  }

  private mutating func cover(_ baby: DashboardBaby, _ reader: borrowing Reader) throws {
    found.coverage.babies += 1
    let amount = try reader.view(LastEntries.self).lastAmount(of: babies[baby.key])
    if amount != nil {
      found.coverage.filled += 1
    } else if baby.keptAmount != nil {
      found.coverage.keptOnly += 1
    }
  }
}

extension Importable {
  /// The baby that it belongs to.
  fileprivate var subject: UUID? {
    (self as? any NurseryEntry)?.baby ?? (self as? Record<ChecklistItem>)?.value.baby
  }

  fileprivate var isDeletedEntry: Bool {
    switch self {
    case let baby as BabyProfile: baby.isDeleted
    case let feed as FeedSession: feed.isDeleted
    case let diaper as DiaperChange: diaper.isDeleted
    case let event as CustomEvent: event.isDeleted
    case let type as Record<CustomEventType>: type.isDeleted
    case let item as Record<ChecklistItem>: item.isDeleted
    default: false
    }
  }
}
#endif
