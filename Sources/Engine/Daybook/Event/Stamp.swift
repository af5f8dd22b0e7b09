/// One writer: sixteen random bytes made with the store.
public struct ReplicaID: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
  /// The bytes.
  public let uuid: UUID

  /// Wraps an identifier.
  public init(_ uuid: UUID) { self.uuid = uuid }

  public var description: String { uuid.uuidString }

  public static func < (a: ReplicaID, b: ReplicaID) -> Bool {
    withUnsafeBytes(of: a.uuid.uuid) { a in
      withUnsafeBytes(of: b.uuid.uuid) { b in a.lexicographicallyPrecedes(b) }
    }
  }
}

/// The identity of a transaction everywhere: its writer and that writer's dense number, from 1.
public struct Dot: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The writer.
  public let replica: ReplicaID
  /// The writer's number for the transaction.
  public let sequence: UInt64

  /// Names a transaction.
  public init(replica: ReplicaID, sequence: UInt64) {
    self.replica = replica
    self.sequence = sequence
  }

  public var description: String { "\(replica):\(sequence)" }
}

/// The place of an event in the canonical order, which is total and the same on every store.
public struct Stamp: Hashable, Sendable, Comparable {
  /// When, by the hybrid logical clock; a transaction may declare an earlier time than its own.
  public let time: HybridTime
  /// When it has its place: at `time`, or later for what came after a frontier that does not hold
  /// it.
  public let effectiveTime: HybridTime
  /// The transaction.
  public let dot: Dot
  /// The event's place in the transaction, from 0.
  public let index: UInt32

  /// Makes a stamp from its parts.
  ///
  /// - Parameters:
  ///   - time: when, by the hybrid logical clock.
  ///   - effectiveTime: when it has its place; nil for `time`.
  ///   - dot: the transaction.
  ///   - index: the event's place in it.
  public init(
    time: HybridTime, effectiveTime: HybridTime? = nil, dot: Dot, index: UInt32
  ) {
    self.time = time
    self.effectiveTime = effectiveTime ?? time
    self.dot = dot
    self.index = index
  }

  public static func < (a: Stamp, b: Stamp) -> Bool {
    if a.effectiveTime != b.effectiveTime { return a.effectiveTime < b.effectiveTime }
    if a.time != b.time { return a.time < b.time }
    if a.dot.replica != b.dot.replica { return a.dot.replica < b.dot.replica }
    return (a.dot.sequence, a.index) < (b.dot.sequence, b.index)
  }
}
