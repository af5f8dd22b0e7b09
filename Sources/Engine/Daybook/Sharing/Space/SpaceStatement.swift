/// A member's statement about the space: one event of the engine's own kind `daybook.space`, whose
/// entity is the space.
///
/// Statements are kept, passed on and listed like any events, and never purged. `Space` is what
/// they add up to.
package enum SpaceStatement: Hashable, Sendable {
  /// Creates the space. The writer becomes its first owner.
  case created(name: String, key: [UInt8], member: String)
  /// Enrols a replica as a member's.
  case enrolled(ReplicaID, key: [UInt8], member: String, role: SpaceRole)
  /// Gives a replica another role. Its transactions after `through` count only as that role allows.
  case roleChanged(ReplicaID, SpaceRole, through: UInt64)
  /// Revokes a replica for ever: nothing that it wrote after `through` counts.
  case revoked(ReplicaID, through: UInt64)
  /// Makes a replica the keeper in place of another one, whose frontiers count up to its
  /// transaction `through`.
  case keeper(ReplicaID, inPlaceOf: ReplicaID, through: UInt64)
  /// Makes the vector's transactions final. Its time is that of the statement's transaction.
  case frontier(number: UInt64, VersionVector)
}

/// What a replica may do in a space.
public enum SpaceRole: UInt64, Hashable, Sendable, Codable, CaseIterable {
  /// Writes statements about the space, and events.
  case owner = 1
  /// Writes events, and retracts transactions.
  case writer = 2
  /// Writes nothing that counts.
  case reader = 3
}

extension SpaceStatement {
  /// The kind of entity that a space is.
  package static let kind = "daybook.space"

  /// The name of its type of event; the version of all is 1.
  package var name: String {
    switch self {
    case .created: "space.created"
    case .enrolled: "space.enrolled"
    case .roleChanged: "space.roleChanged"
    case .revoked: "space.revoked"
    case .keeper: "space.keeper"
    case .frontier: "space.frontier"
    }
  }

  /// Writes the payload of the event; each field means the same in all.
  ///
  /// | field | content |
  /// |---|---|
  /// | 1 | the replica |
  /// | 2 | its key |
  /// | 3 | the member whose it is |
  /// | 4 | the role |
  /// | 5 | the last transaction that counts |
  /// | 6 | the name of the space |
  /// | 7 | the keeper before |
  /// | 8 | the number of the frontier |
  /// | 9 | each writer of its vector: 1 replica, 2 sequence; in the order of the replicas |
  package func encode(into writer: inout PayloadWriter) {
    switch self {
    case .created(let name, let key, let member):
      key.withUnsafeBytes { writer.bytes(2, $0) }
      writer.string(3, member)
      writer.string(6, name)
    case .enrolled(let replica, let key, let member, let role):
      writer.uuid(1, replica.uuid)
      key.withUnsafeBytes { writer.bytes(2, $0) }
      writer.string(3, member)
      writer.uint(4, role.rawValue)
    case .roleChanged(let replica, let role, let through):
      writer.uuid(1, replica.uuid)
      writer.uint(4, role.rawValue)
      writer.uint(5, through)
    case .revoked(let replica, let through):
      writer.uuid(1, replica.uuid)
      writer.uint(5, through)
    case .keeper(let replica, let last, let through):
      writer.uuid(1, replica.uuid)
      writer.uint(5, through)
      writer.uuid(7, last.uuid)
    case .frontier(let number, let vector):
      writer.uint(8, number)
      vector.encode(9, into: &writer)
    }
  }

  /// Reads an event; nil for one of a newer version of Daybook, or that cannot be read.
  package init?(name: String, version: UInt64, payload: BorrowedBytes) {
    guard version == 1, let fields = try? Fields(payload), let read = fields.statement(name) else {
      return nil
    }
    self = read
  }

  private struct Fields {
    private var replica: ReplicaID?
    private var key: [UInt8] = []
    private var member = ""
    private var role: SpaceRole?
    private var through: UInt64 = 0
    private var name = ""
    private var last: ReplicaID?
    private var number: UInt64 = 0
    private var vector = VersionVector()

    init(_ bytes: BorrowedBytes) throws {
      var reader = PayloadReader(bytes.bytes)
      while let field = try reader.next() {
        switch field {
        case 1: replica = ReplicaID(try reader.uuid())
        case 2: key = try reader.bytes()
        case 3: member = try reader.string()
        case 4: role = SpaceRole(rawValue: try reader.uint())
        case 5: through = try reader.uint()
        case 6: name = try reader.string()
        case 7: last = ReplicaID(try reader.uuid())
        case 8: number = try reader.uint()
        case 9: try reader.message { try vector.readEntry(from: &$0) }
        default: break
        }
      }
    }

    func statement(_ event: String) -> SpaceStatement? {
      switch event {
      case "space.created": .created(name: name, key: key, member: member)
      case "space.frontier": .frontier(number: number, vector)
      default: replica.flatMap { statement(event, about: $0) }
      }
    }

    private func statement(_ event: String, about replica: ReplicaID) -> SpaceStatement? {
      switch event {
      case "space.enrolled":
        role.map { .enrolled(replica, key: key, member: member, role: $0) }
      case "space.roleChanged": role.map { .roleChanged(replica, $0, through: through) }
      case "space.revoked": .revoked(replica, through: through)
      case "space.keeper":
        last.map { .keeper(replica, inPlaceOf: $0, through: through) }
      default: nil
      }
    }
  }
}
