internal import LMDB
internal import Synchronization

/// A log's statements about its space, and the space by them as of any transaction.
///
/// Readers and the writer share it. It is made anew when statements arrive, which is rare; most
/// logs have none.
final class SpaceRules: Sendable {
  private struct Known {
    var spaces: [Int: Space?] = [:]
    var replicas: [UInt32: ReplicaID] = [:]
  }

  /// The local number of the kind `daybook.space`.
  let kind: UInt32
  /// The statements, and the local numbers of their transactions, which ascend.
  private let statements: [SpaceResolution.Statement]
  private let numbers: [UInt64]
  private let founder: ReplicaID?
  /// The space as of the newest statement.
  let space: Space?
  /// The identity of the space, once somebody has created it; nil before.
  let createdSpace: UUID?
  private let known = Mutex(Known())

  /// Reads the statements of a log; nil when it has none. O(s) for s statements.
  init?(_ log: LogReader) throws {
    guard let row = try SpaceRow.stored(log.transaction, log.tables) else { return nil }
    kind = row.kind
    founder = row.founder
    var found: [(number: UInt64, statement: SpaceResolution.Statement)] = []
    let key = EntityKey(kind: row.kind, id: row.space)
    var position = try log.withEntity(key) { record, _ in record.lastPosition } ?? 0
    while position > 0 {
      let event = try log.event(position)
      if let statement = try log.statement(position, event) {
        found.append((event.transaction, statement))
      }
      position = event.previous
    }
    found.reverse()
    statements = found.map(\.statement)
    numbers = found.map(\.number)
    space = SpaceResolution(statements, founder: row.founder)?.resolve()
    createdSpace = space == nil ? nil : row.space
  }

  /// Whether there is a statement of a frontier, counting or not.
  func states(_ base: PurgeBase) -> Bool {
    statements.contains { statement in
      guard case .frontier(base.number, _) = statement.content else { return false }
      return statement.time == base.time
    }
  }

  /// The number of the newest statement's transaction.
  var newest: UInt64? { numbers.last }

  /// The space by the statements that had arrived with a transaction; nil before there was a space.
  func space(asOf number: UInt64) -> Space? {
    guard let last = numbers.last, number < last else { return space }
    let count = numbers.count { $0 <= number }
    if let known = known.withLock({ $0.spaces[count] }) { return known }
    let space = SpaceResolution(Array(statements[..<count]), founder: founder)?.resolve()
    known.withLock {
      // A walk through the whole history asks for one after the other.
      if $0.spaces.count >= 8 { $0.spaces.removeAll() }
      $0.spaces[count] = .some(space)
    }
    return space
  }

  /// The space by these statements and further ones.
  func space(adding statements: [SpaceResolution.Statement]) -> Space? {
    if statements.isEmpty { return space }
    return SpaceResolution(self.statements + statements, founder: founder)?.resolve()
  }

  /// The replica with a local number, from memory when it was asked for before.
  func replica(_ number: UInt32, _ log: LogReader) throws -> ReplicaID {
    if let known = known.withLock({ $0.replicas[number] }) { return known }
    let replica = try log.replica(number)
    known.withLock { $0.replicas[number] = replica }
    return replica
  }
}

/// The row `space` of `meta`: that there are statements, and of which space.
///
/// A payload: 1 the local number of the kind `daybook.space`, 2 the space, 3 the replica that is
/// known to have created it, 4 its key, 5 the replica that has invited this one
/// and 6 its key, 7 the number of the frontier that it was purged to and 8 its time.
struct SpaceRow: Equatable {
  /// The feature that a store names in its row `format` once it has statements: a version of
  /// Daybook that does not know them would fold void events, and in another order.
  static let feature = "space"

  var kind: UInt32
  var space: UUID
  var founder: ReplicaID?
  var founderKey: [UInt8] = []
  var inviter: ReplicaID?
  var inviterKey: [UInt8] = []
  var base: PurgeBase?

  static func stored(
    _ transaction: BorrowedTransaction, _ tables: LogTables
  ) throws -> SpaceRow? {
    try MetaKey.space.withBytes { key in
      guard let row = try transaction.row(tables.meta, key) else { return nil }
      guard let found = try? SpaceRow(row) else { throw transaction.damaged(tables.meta, key) }
      return found
    }
  }

  init(kind: UInt32, space: UUID, founder: ReplicaID?) {
    self.kind = kind
    self.space = space
    self.founder = founder
  }

  private init(_ bytes: BorrowedBytes) throws {
    var (kind, space): (UInt64, UUID?) = (0, nil)
    var (number, time): (UInt64?, UInt64) = (nil, 0)
    var reader = PayloadReader(bytes.bytes)
    while let field = try reader.next() {
      switch field {
      case 1: kind = try reader.uint()
      case 2: space = try reader.uuid()
      case 3: founder = ReplicaID(try reader.uuid())
      case 4: founderKey = try reader.bytes()
      case 5: inviter = ReplicaID(try reader.uuid())
      case 6: inviterKey = try reader.bytes()
      case 7: number = try reader.uint()
      case 8: time = try reader.fixed()
      default: break
      }
    }
    guard let space, let kind = UInt32(exactly: kind) else { throw PayloadError.missing(2) }
    self.kind = kind
    self.space = space
    base = number.map { PurgeBase(number: $0, time: HybridTime(rawValue: time)) }
  }

  /// Writes the row to `writer`, which starts anew.
  func encode(into writer: inout PayloadWriter) {
    writer.truncate()
    writer.uint(1, UInt64(kind))
    writer.uuid(2, space)
    if let founder { writer.uuid(3, founder.uuid) }
    if !founderKey.isEmpty { founderKey.withUnsafeBytes { writer.bytes(4, $0) } }
    if let inviter {
      writer.uuid(5, inviter.uuid)
      inviterKey.withUnsafeBytes { writer.bytes(6, $0) }
    }
    if let base {
      writer.uint(7, base.number)
      writer.fixed(8, base.time.rawValue)
    }
  }
}

extension LogReader {
  /// The statement of an event; nil for one of a newer version.
  fileprivate func statement(
    _ position: UInt64, _ event: EventRecord
  ) throws -> SpaceResolution.Statement? {
    guard let type = try name(event.type) else { return nil }
    let content = try withEvent(position) { _, payload in
      SpaceStatement(name: type.text, version: type.version, payload: payload)
    }
    guard let content else { return nil }
    let record = try existing(event.transaction)
    return SpaceResolution.Statement(
      dot: Dot(replica: try replica(record.replica), sequence: record.sequence),
      index: UInt32(truncatingIfNeeded: position &- record.firstPosition), time: record.time,
      content: content)
  }

  /// The space as of the last transaction that counts; nil when nobody has created it.
  var space: Space? { rules?.space(asOf: asOf) }

  /// Whether a transaction is void: its writer was revoked before it, or may only read.
  func isVoid(_ record: TransactionRecord) throws -> Bool {
    guard let rules, let space = rules.space(asOf: asOf) else { return false }
    return space.isVoid(try dot(record, rules))
  }

  /// The time at which a transaction's events stand in the canonical order.
  func effectiveTime(of record: TransactionRecord) throws -> HybridTime {
    guard let rules, let space = rules.space(asOf: asOf), !space.frontiers.isEmpty else {
      return record.stampTime
    }
    return space.effectiveTime(of: try dot(record, rules), stamped: record.stampTime)
  }

  /// The time at which an event stands in the canonical order.
  func effectiveTime(of event: EventRecord) throws -> HybridTime {
    if rules == nil { return event.time }
    return try effectiveTime(of: existing(event.transaction))
  }

  /// Whether a retraction does not count, because it is void, or comes after a frontier that holds
  /// its target.
  func isIdle(_ retraction: TransactionRecord, for target: TransactionRecord) throws -> Bool {
    guard let rules, let space = rules.space(asOf: asOf) else { return false }
    let dot = try dot(retraction, rules)
    return try space.isVoid(dot) || space.isSettled(self.dot(target, rules), against: dot)
  }

  private func dot(_ record: TransactionRecord, _ rules: SpaceRules) throws -> Dot {
    Dot(replica: try rules.replica(record.replica, self), sequence: record.sequence)
  }

  /// Calls `body` with the transactions that a change of the space affects: those that are void in
  /// only one of the two, and those that a frontier moves in the canonical order, or whose
  /// retraction it settles.
  func forEachTransaction(
    changedFrom old: Space?, to new: Space?, _ body: (UInt64) throws -> Void
  ) throws {
    let known = Set(old?.frontiers ?? [])
    let frontiers = known.symmetricDifference(new?.frontiers ?? [])
    let retractions = frontiers.isEmpty ? [] : try self.retractions(after: 0)
    try forEachReplica { replica, row in
      let newest = try newestSequence(replica)
      func visit(after first: UInt64, through last: UInt64, _ moves: (UInt64) throws -> Bool) throws
      {
        guard first < min(last, newest) else { return }
        for sequence in (first + 1)...min(last, newest) {
          guard let number = try number(replica: replica, sequence: sequence),
            try record(number) != nil, try moves(number)
          else { continue }
          try body(number)
        }
      }
      for range in Space.Member.changed(old?.members[row.id], new?.members[row.id]) {
        try visit(after: range.lowerBound, through: range.upperBound) { _ in true }
      }
      // A transaction that every differing frontier holds stands where the others put it.
      guard let held = frontiers.map({ $0.vector[row.id] }).min() else { return }
      try visit(after: held, through: .max) { number in
        if retractions.contains(number) { return true }
        let record = try existing(number)
        let dot = Dot(replica: row.id, sequence: record.sequence)
        let time = record.stampTime
        return (old?.effectiveTime(of: dot, stamped: time) ?? time)
          != (new?.effectiveTime(of: dot, stamped: time) ?? time)
      }
    }
  }
}
