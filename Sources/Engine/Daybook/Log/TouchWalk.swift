internal import LMDB

/// Goes through what transactions touch: the entities of their events, of what they take back, of
/// what that takes back, and so on.
///
/// Each transaction is gone through once, so what many of them share is read once, and one that
/// names itself ends. O(n) for n events in all.
struct TouchWalk {
  private struct EventName {
    let kind: UInt32
    let isRetraction: Bool
    let isStatement: Bool
  }

  private let log: LogReader
  /// The transactions that were gone through.
  private(set) var seen: Set<UInt64> = []
  private var names: [UInt32: EventName] = [:]
  private var replicas: [ReplicaID: UInt32] = [:]

  private let looksAtStatements: Bool
  /// The transactions whose statements were looked at.
  private(set) var stated: Set<UInt64> = []

  /// - Parameter looksAtStatements: whether what is said about the space touches what counts
  ///   otherwise because of it.
  init(_ log: LogReader, lookingAtStatements looksAtStatements: Bool = true) {
    self.log = log
    self.looksAtStatements = looksAtStatements
  }

  /// Calls `body` with the entities that a transaction touches, in the order of its events; an
  /// entity may come more than once.
  ///
  /// - Parameter passing: whether what a transaction touches is known, so that it is passed over.
  mutating func visit(
    _ number: UInt64, passing: (UInt64) throws -> Bool = { _ in false },
    _ body: (EntityKey) throws -> Void
  ) throws {
    guard seen.insert(number).inserted else { return }
    var open = [try positions(of: number)]
    while let last = open.indices.last {
      guard let position = open[last].popFirst() else {
        open.removeLast()
        continue
      }
      guard let target = try look(at: position, body), seen.insert(target).inserted,
        try !passing(target)
      else { continue }
      open.append(try positions(of: target))
    }
  }

  /// Hands over the entity of an event, or returns the transaction that it takes back.
  private mutating func look(
    at position: UInt64, _ body: (EntityKey) throws -> Void
  ) throws -> UInt64? {
    // Of a transaction that was purged, some events may be left.
    if log.hasBaselines, try log.transaction.value(log.tables.events, position) == nil {
      return nil
    }
    let event = try log.event(position)
    guard let name = try name(event.type) else { return nil }
    if name.kind > 0 {
      try body(EntityKey(kind: name.kind, event.entity))
      if name.isStatement { try visitChanged(by: event.transaction, body) }
      return nil
    }
    return name.isRetraction ? try target(of: position) : nil
  }

  /// Hands over the entities whose events count otherwise since a transaction that says something
  /// about the space.
  private mutating func visitChanged(
    by number: UInt64, _ body: (EntityKey) throws -> Void
  ) throws {
    guard stated.insert(number).inserted, let rules = log.rules else { return }
    try log.forEachEntity(
      changedFrom: rules.space(asOf: number - 1), to: rules.space(asOf: number), body)
  }

  /// Nothing for a transaction that was purged, whose dot may be known nevertheless.
  private func positions(of number: UInt64) throws -> Range<UInt64> {
    if let record = try log.record(number) { return record.positions }
    guard log.hasBaselines else {
      throw StoreError.damaged("transaction \(number) is missing")
    }
    return 0..<0
  }

  private mutating func name(_ type: UInt32) throws -> EventName? {
    if let known = names[type] { return known }
    guard let name = try log.name(type) else { return nil }
    let found = EventName(
      kind: name.kind, isRetraction: Control.isRetraction(name),
      isStatement: looksAtStatements && name.kind == log.rules?.kind)
    names[type] = found
    return found
  }

  /// The transaction that a retraction names; nil when it is not here.
  private mutating func target(of position: UInt64) throws -> UInt64? {
    let dot = try Control.target(log.payload(position).bytes)
    if replicas[dot.replica] == nil { replicas[dot.replica] = try log.number(of: dot.replica) }
    guard let replica = replicas[dot.replica] else { return nil }
    return try log.number(replica: replica, sequence: dot.sequence)
  }
}
