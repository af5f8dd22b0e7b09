/// Which transactions of a space a replica has: for each writer the sequence of the newest one.
///
/// A writer's sequences have no holes, so 24 bytes a writer say exactly which transactions it has.
public struct VersionVector: Hashable, Sendable, Codable {
  /// The newest sequence of each writer of whom the replica has something.
  public private(set) var sequences: [ReplicaID: UInt64] = [:]

  /// The vector of a replica that has nothing.
  public init() {}

  /// The newest sequence of a writer; 0 when nothing came from it.
  public subscript(replica: ReplicaID) -> UInt64 {
    get { sequences[replica] ?? 0 }
    set { sequences[replica] = newValue == 0 ? nil : newValue }
  }

  /// How many transactions it holds.
  public var count: UInt64 { sequences.values.reduce(0) { $0.addingSaturated($1) } }

  /// Whether a transaction is among those that the replica has.
  public func contains(_ dot: Dot) -> Bool { dot.sequence > 0 && dot.sequence <= self[dot.replica] }

  /// Whether it holds every transaction that another vector holds.
  public func covers(_ other: VersionVector) -> Bool {
    other.sequences.allSatisfy { replica, sequence in sequence <= self[replica] }
  }

  /// The transactions that both it and another vector hold.
  package func common(with other: VersionVector) -> VersionVector {
    var common = VersionVector()
    for (replica, sequence) in sequences { common[replica] = min(sequence, other[replica]) }
    return common
  }

  /// Adds the transactions of another vector.
  public mutating func merge(_ other: VersionVector) {
    sequences.merge(other.sequences, uniquingKeysWith: max)
  }
}

extension VersionVector {
  /// Writes each writer as a message in a field: 1 replica, 2 sequence; in the order of the
  /// replicas.
  package func encode(_ field: Int, into writer: inout PayloadWriter) {
    for (replica, sequence) in sequences.sorted(by: { $0.key < $1.key }) {
      writer.message(field) { writer in
        writer.uuid(1, replica.uuid)
        writer.uint(2, sequence)
      }
    }
  }

  /// Reads one such message; one without a replica says nothing.
  package mutating func readEntry(from reader: inout PayloadReader) throws {
    var (replica, sequence): (UUID?, UInt64) = (nil, 0)
    while let field = try reader.next() {
      switch field {
      case 1: replica = try reader.uuid()
      case 2: sequence = try reader.uint()
      default: break
      }
    }
    if let replica { self[ReplicaID(replica)] = sequence }
  }
}

extension UInt64 {
  /// The sum, or the greatest number when it is beyond that: vectors come from peers.
  fileprivate func addingSaturated(_ other: UInt64) -> UInt64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
