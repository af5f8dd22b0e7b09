import Daybook
import Nursery

/// Everything that the views should say after some transactions, worked out from nothing.
struct OracleNursery {
  struct Profile: Equatable {
    let createdAt: Date
    let id: UUID
    let profile: BabyProfile
  }

  /// An entry that is not deleted.
  struct Row: Equatable {
    let id: UUID
    let created: UInt64
    let modified: UInt64
    let told: Told
    let day: CivilDay
    /// Where it stands: when it was, or where its day begins.
    let listed: Date
  }

  private(set) var profiles: [Profile] = []
  /// In the order of the history, oldest first.
  private(set) var rows: [Row] = []
  /// Of each day and baby, ascending.
  private(set) var totals: [OracleTotals] = []
  /// In no order, and those that are deleted left out.
  private(set) var timers: [Identified<RunningTimer>] = []
  private(set) var types: [Identified<CustomEventType>] = []
  private(set) var items: [Identified<ChecklistItem>] = []
  private(set) var lastUsed: [Identified<LastUsedValues>] = []
  /// Nil while nobody changed any.
  private(set) var settings: AppSettings?
  let days: DayMemory
  /// Whom entries may be about.
  let babies: [UUID?]

  init(_ transactions: [NurseryTransaction], babies: [UUID?], days: DayMemory) {
    self.days = days
    self.babies = babies
    let state = OracleState(OracleLog.facts(transactions))
    for (id, entity) in state.babies {
      guard let profile = entity.state, !profile.isDeleted else { continue }
      profiles.append(Profile(createdAt: profile.createdAt, id: id, profile: profile))
    }
    addRecords(state)
    for (id, entity) in state.feeds { add(id, entity, entity.state.map { Told($0) }) }
    for (id, entity) in state.diapers { add(id, entity, entity.state.map { Told($0) }) }
    for (id, entity) in state.others { add(id, entity, entity.state) }
    sort()
  }

  /// As views of the entities should have them; says nothing about how those came about.
  init(_ reader: borrowing Reader, babies: [UUID?], days: DayMemory) throws {
    self.days = days
    self.babies = babies
    for baby in try reader.entities(of: BabyProfile.self) {
      profiles.append(
        Profile(createdAt: baby.state.createdAt, id: baby.id.rawValue, profile: baby.state))
    }
    for kind in EntryKind.allCases { try add(kind.entity, reader) }
    sort()
  }

  private mutating func add<E: NurseryEntry>(
    _ kind: E.Type, _ reader: borrowing Reader
  ) throws {
    for entity in try reader.entities(of: kind) {
      let told = Told(entity.state.historyEntry)
      add(
        entity.id.rawValue,
        OracleEntity(
          state: told, created: entity.created.rawValue, modified: entity.modified.rawValue), told)
    }
  }

  private mutating func sort() {
    profiles.sort { ($0.createdAt, $0.id.order) < ($1.createdAt, $1.id.order) }
    rows.sort {
      ($0.day, $0.listed, $0.created, $0.id.order) < ($1.day, $1.listed, $1.created, $1.id.order)
    }
    totals = OracleTotals.all(rows, days)
  }

  private mutating func addRecords(_ state: OracleState) {
    func there<Value>(_ records: [UUID: OracleRecord<Value>?]) -> [Identified<Value>] {
      records.compactMap { id, record in
        record.flatMap { $0.isDeleted ? nil : Identified(id: id, value: $0.value) }
      }
    }
    timers = state.timers.compactMap { id, timer in
      timer.flatMap { $0.isDeleted ? nil : Identified(id: id, value: $0) }
    }
    types = there(state.types)
    items = there(state.items)
    lastUsed = there(state.lastUsed)
    settings = state.settings.flatMap { $0.isDeleted ? nil : $0.value }
  }

  private mutating func add<State>(_ id: UUID, _ entity: OracleEntity<State>, _ told: Told?) {
    guard let told, !told.isDeleted else { return }
    rows.append(
      Row(
        id: id, created: entity.created, modified: entity.modified, told: told,
        day: told.toldDay ?? days.day(of: told.start),
        listed: told.toldDay.map { days.start(of: $0) ?? Self.noon($0) } ?? told.start))
  }

  /// Where entries of a day stand that the zone left out.
  static func noon(_ day: CivilDay) -> Date {
    Date(timeIntervalSince1970: (Double(day.daysSince1970) + 0.5) * 86_400)
  }
}

/// Sixteen bytes as two numbers, which compare as the bytes do; nobody comes first.
struct UUIDOrder: Comparable {
  var isThere = 0
  var high: UInt64 = 0
  var low: UInt64 = 0

  static func < (a: UUIDOrder, b: UUIDOrder) -> Bool {
    (a.isThere, a.high, a.low) < (b.isThere, b.high, b.low)
  }
}

extension UUID {
  var order: UUIDOrder {
    withUnsafeBytes(of: uuid) { bytes in
      UUIDOrder(
        isThere: 1, high: UInt64(bigEndian: bytes.load(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.load(fromByteOffset: 8, as: UInt64.self)))
    }
  }
}

extension UUID? {
  var order: UUIDOrder { self?.order ?? UUIDOrder() }
}
