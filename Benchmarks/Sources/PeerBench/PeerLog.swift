import BenchSupport
import Daybook
import Foundation
import GRDB
import Nursery
import NurseryHousehold

/// The household's log and the nursery's views in SQLite, as an app would keep them: a row for
/// each event, the folded state beside it, and every view's rows taken out and put in, in one
/// transaction.
///
/// Payloads and states are Daybook's bytes, so that codecs do not count. Days are those of UTC.
struct PeerLog<Tables: PeerTables> {
  let tables: Tables
  let save: Int64
  private(set) var position: Int64
  /// Whether the views are kept, or the log alone.
  let keepsViews: Bool

  private struct Entry {
    var key: EntryRow
    var lasts: [LastRow]
    var count: (inout TotalsRow, Int64) -> Void
  }

  init(_ db: Database, save: Int64 = 0, position: Int64 = 0, keepsViews: Bool = true) throws {
    tables = try Tables(db)
    self.keepsViews = keepsViews
    self.save = save
    self.position = position
  }

  mutating func append(_ step: HouseholdStep) throws {
    position += 1
    switch step {
    case .babyEvent(let id, let event): try log(event, id)
    case .feedEvent(let id, let event): try log(event, id)
    case .diaperEvent(let id, let event): try log(event, id)
    case .undo: return
    }
    if keepsViews { try fold(step) }
  }

  /// Folds the next event of the log, which is stored, and moves the views' rows.
  mutating func refold(_ step: HouseholdStep) throws {
    position += 1
    try fold(step)
  }

  private func fold(_ step: HouseholdStep) throws {
    switch step {
    case .babyEvent(let id, .created(let profile)):
      try store(id, 2, created: position, bytes { profile.encode(into: &$0) })
    case .feedEvent(let id, let event):
      try take(FeedSession.self, 0, id, fold: { try PeerFold.feed($0, event) }, entry: entry)
    case .diaperEvent(let id, let event):
      try take(DiaperChange.self, 1, id, fold: { try PeerFold.diaper($0, event) }, entry: entry)
    case .babyEvent, .undo: break
    }
  }

  /// Puts the rows of a stored state into the views.
  func insert(_ row: EntityRow) throws {
    func insert<E: Entity>(_: E.Type, _ entry: (E, UUID, Int64) -> Entry) throws {
      let state = try state(E.self, row)
      guard !state.isDeleted else { return }
      let id = row.id.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
      try replace(nil, entry(state, id, row.created))
    }
    switch row.kind {
    case 0: try insert(FeedSession.self, entry)
    case 1: try insert(DiaperChange.self, entry)
    default: break
    }
  }

  private func state<E: Entity>(_: E.Type, _ row: EntityRow) throws -> E {
    try row.state.withUnsafeBytes { bytes in
      var reader = PayloadReader(bytes.bytes)
      return try E(from: &reader)
    }
  }

  /// Folds an event onto the stored state, stores the result, and moves the views' rows.
  private func take<E: Entity>(
    _: E.Type, _ kind: Int, _ id: UUID, fold: (E?) throws -> E?, entry: (E, UUID, Int64) -> Entry
  ) throws {
    let stored = try tables.entity(data(id))
    let old = try stored.map { try state(E.self, $0) }
    guard let new = try fold(old), new != old else { return }
    let created = stored?.created ?? position
    try store(id, kind, created: created, bytes { new.encode(into: &$0) })
    try replace(
      old.flatMap { $0.isDeleted ? nil : entry($0, id, created) },
      new.isDeleted ? nil : entry(new, id, created))
  }

  private func entry(_ diaper: DiaperChange, _ id: UUID, _ created: Int64) -> Entry {
    let date = diaper.time.timeIntervalSinceReferenceDate
    let last = LastRow(
      list: 2, baby: data(diaper.baby), start: date, end: 0, created: created, id: data(id))
    let key = EntryRow(
      day: day(date), date: date, created: created, id: data(id),
      row: bytes { diaper.encode(into: &$0) }, memo: diaper.memo)
    return Entry(key: key, lasts: [last]) { totals, sign in
      totals.diapers += sign
      if diaper.wet { totals.wet += sign }
      if diaper.solid { totals.solid += sign }
    }
  }

  private func entry(_ feed: FeedSession, _ id: UUID, _ created: Int64) -> Entry {
    let date = feed.start.timeIntervalSinceReferenceDate
    var last = LastRow(
      list: 0, baby: data(feed.baby), start: date,
      end: feed.end?.timeIntervalSinceReferenceDate ?? 0, created: created, id: data(id))
    var lasts = [last]
    if feed.end == nil {
      last.list = 3
      lasts.append(last)
    }
    if let amount = feed.amount {
      last.list = 1
      last.amount = amount.value
      last.unit = amount.unitText
      lasts.append(last)
    }
    let key = EntryRow(
      day: day(date), date: date, created: created, id: data(id),
      row: bytes { feed.encode(into: &$0) }, memo: feed.memo)
    return Entry(key: key, lasts: lasts) { totals, sign in
      totals.feeds += sign
      guard let amount = feed.amount else { return }
      totals.amounts += sign
      totals.nanolitres += sign * (amount.nanolitres ?? 0)
    }
  }

  private func replace(_ old: Entry?, _ new: Entry?) throws {
    if let old {
      try tables.delete(old.key)
      for last in old.lasts { try tables.delete(last) }
      try count(old, -1)
    }
    if let new {
      try tables.insert(new.key)
      for last in new.lasts { try tables.insert(last) }
      try count(new, 1)
    }
  }

  private func count(_ entry: Entry, _ sign: Int64) throws {
    let baby = entry.lasts[0].baby
    var totals =
      try tables.totals(day: entry.key.day, baby: baby)
      ?? TotalsRow(day: entry.key.day, baby: baby)
    entry.count(&totals, sign)
    try tables.save(totals)
  }

  private func log<E: EntityEvent>(_ event: E, _ id: UUID) throws {
    try tables.insert(
      EventRow(
        position: position, type: E.types[event.typeIndex].name, save: save, time: 0,
        entity: data(id), payload: bytes { event.encode(into: &$0) }))
  }

  private func store(_ id: UUID, _ kind: Int, created: Int64, _ state: Data) throws {
    try tables.save(
      EntityRow(id: data(id), kind: kind, created: created, modified: position, state: state))
  }

  private func bytes(_ encode: (inout PayloadWriter) -> Void) -> Data {
    var writer = PayloadWriter()
    encode(&writer)
    return Data(writer.array)
  }

  private func data(_ id: UUID?) -> Data {
    id.map { withUnsafeBytes(of: $0.uuid) { Data($0) } } ?? Data()
  }

  private func day(_ date: Double) -> Int { Int((date / 86_400).rounded(.down)) }
}
