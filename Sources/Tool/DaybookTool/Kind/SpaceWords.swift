import Daybook

/// What members say about the space, in words.
struct SpaceWords {
  /// The kind, as lists name it.
  static let kind = "space"

  /// Such as `Ada enrolled Ben as writer (device 1a99d542)`.
  let words: String
  let json: [String: JSON.Value]

  /// nil for an event of another kind, and for one of a newer version of Daybook.
  init?(_ event: History.Event, _ reader: borrowing Reader) throws {
    guard event.kind == SpaceStatement.kind else { return nil }
    let statement = event.payload.withUnsafeBytes {
      SpaceStatement(
        name: event.type.name, version: UInt64(event.type.version), payload: $0)
    }
    guard let statement else { return nil }
    let members = try reader.space()?.members ?? [:]
    let writer = try reader.transaction(event.transaction)?.dot.replica
    var who = writer.flatMap { members[$0]?.member } ?? "somebody"
    // Also of a space that was imported.
    if case .created(_, _, let member) = statement { who = member }
    words = "\(who) \(Self.predicate(statement) { members[$0]?.member })"
    json = Self.json(statement) { members[$0]?.member }
  }

  private static func predicate(
    _ statement: SpaceStatement, _ name: (ReplicaID) -> String?
  ) -> String {
    func device(_ replica: ReplicaID) -> String { "device \(replica.short)" }
    func whose(_ replica: ReplicaID) -> String { name(replica) ?? "somebody" }
    switch statement {
    case .created(let space, _, _): return "made the space \(space)"
    case .enrolled(let replica, _, let member, let role):
      return "enrolled \(member) as \(role.word) (\(device(replica)))"
    case .roleChanged(let replica, let role, _):
      return "made \(whose(replica)) \(role.word) (\(device(replica)))"
    case .revoked(let replica, let through):
      return "revoked \(whose(replica)) after transaction \(through) (\(device(replica)))"
    case .keeper(let replica, let last, _):
      return
        "let \(whose(replica)) set frontiers (\(device(replica))), in place of \(whose(last)) (\(device(last)))"
    case .frontier(let number, let vector):
      let count = Measures.count(Int(clamping: vector.count), "transaction")
      return "set frontier \(number): \(count) final"
    }
  }

  private static func json(
    _ statement: SpaceStatement, _ name: (ReplicaID) -> String?
  ) -> [String: JSON.Value] {
    switch statement {
    case .created(let space, _, let member):
      return ["name": .text(space), "member": .text(member)]
    case .enrolled(let replica, _, let member, let role):
      return [
        "replica": JSON.Value(replica.uuid), "member": .text(member), "role": .text(role.word),
      ]
    case .roleChanged(let replica, let role, let through):
      return [
        "replica": JSON.Value(replica.uuid), "member": JSON.Value(name(replica)),
        "role": .text(role.word), "through": JSON.Value(through),
      ]
    case .revoked(let replica, let through):
      return [
        "replica": JSON.Value(replica.uuid), "member": JSON.Value(name(replica)),
        "through": JSON.Value(through),
      ]
    case .keeper(let replica, let last, let through):
      return [
        "replica": JSON.Value(replica.uuid), "member": JSON.Value(name(replica)),
        "formerKeeper": JSON.Value(last.uuid), "through": JSON.Value(through),
      ]
    case .frontier(let number, let vector):
      return ["number": JSON.Value(number), "transactions": JSON.Value(vector.count)]
    }
  }
}

extension SpaceRole {
  /// The word for the role.
  var word: String {
    switch self {
    case .owner: "owner"
    case .writer: "writer"
    case .reader: "reader"
    }
  }
}

extension ReplicaID {
  /// The digits that tell devices apart.
  var short: String { String(uuid.uuidString.prefix(8)).lowercased() }
}
