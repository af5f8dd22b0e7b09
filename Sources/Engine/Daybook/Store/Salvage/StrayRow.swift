internal import LMDB

/// A row of a page to which no tree leads: which table it is of, its bytes must say.
///
/// Checksums of numbered rows fit in every table of the log, so their fields have to make sense
/// too.
struct StrayRow {
  /// The tables, in the order in which they are looked for.
  enum Sort: String, CaseIterable {
    case names, replicas, transactions, events, dots, retractions, inbox
  }

  private let key: BorrowedBytes
  private let row: BorrowedBytes
  private let bounds: StrayBounds
  private let log: LogReader

  init(
    _ key: BorrowedBytes, _ row: BorrowedBytes, _ bounds: StrayBounds,
    _ log: LogReader
  ) {
    (self.key, self.row, self.bounds, self.log) = (key, row, bounds, log)
  }

  /// Whether it is a row of the table that is not there.
  func isOf(_ sort: Sort) throws -> Bool {
    switch sort {
    case .dots: return key.count == DotKey.size && log.tables.dots.opened(row, key) != nil
    case .retractions:
      return key.count == DotKey.retractionSize && log.tables.retractions.opened(row, key) != nil
    case .inbox: return key.count == 16 && log.tables.inbox.opened(row, key) != nil
    default: break
    }
    guard key.count == 8 else { return false }
    let number: UInt64 = key.load(0)
    switch sort {
    case .names: return try isName(number) && lacks(log.tables.names, number)
    case .replicas: return try isReplica(number) && lacks(log.tables.replicas, number)
    case .transactions: return try isTransaction(number) && lacks(log.tables.transactions, number)
    default: return try isEvent(number) && lacks(log.tables.events, number)
    }
  }

  private func lacks(_ table: Table<IntegerOrder>, _ number: UInt64) throws -> Bool {
    try log.transaction.value(table, number) == nil
  }

  /// A name is written in one way only.
  private func isName(_ number: UInt64) -> Bool {
    guard (1...bounds.names).contains(number), let name = Names.decode(row, number: number),
      Names.Sort(rawValue: name.sort) != nil
    else { return false }
    var writer = PayloadWriter()
    Names.encode(name, number: number, into: &writer)
    return row.equals(writer.bytes)
  }

  /// A replica is shorter than any transaction, and as long as some events, also of purged ones
  /// that are out of bounds: what may be an event is none.
  private func isReplica(_ number: UInt64) -> Bool {
    guard row.count == ReplicaRecord.headerSize, (1...UInt64(UInt32.max)).contains(number),
      !isName(number), ReplicaRecord(row, number: number) != nil
    else { return false }
    // A transaction has at least one event, and its replica's bits are no such numbers.
    guard let event = EventRecord(row, position: number) else { return true }
    return event.previous >= number || !(1...number).contains(event.transaction)
  }

  /// A transaction tells its sequence and time twice.
  private func isTransaction(_ number: UInt64) -> Bool {
    guard bounds.transactions.contains(number),
      let record = TransactionRecord(row, number: number),
      bounds.events.contains(record.firstPosition)
    else { return false }
    var header = TravellingHeader()
    guard (try? header.read(row.from(TransactionRecord.headerSize))) != nil else { return false }
    return header.sequence == record.sequence && header.time == record.time
  }

  /// An event has a type, and a place in its transaction when that is there.
  private func isEvent(_ position: UInt64) throws -> Bool {
    guard bounds.events.contains(position), let event = EventRecord(row, position: position),
      bounds.transactions.contains(event.transaction), event.previous < position,
      (try? log.name(event.type))??.sort == Names.Sort.eventType.rawValue
    else { return false }
    guard let owner = (try? log.record(event.transaction)) ?? nil else { return true }
    return position >= owner.firstPosition
      && position - owner.firstPosition < UInt64(owner.eventCount)
  }
}
