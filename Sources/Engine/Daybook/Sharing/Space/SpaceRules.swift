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

  /// - Parameter statements: with the local numbers of their transactions, which ascend.
  init(
    kind: UInt32, space: UUID, founder: ReplicaID?,
    _ statements: [(number: UInt64, statement: SpaceResolution.Statement)]
  ) {
    invariant(
      zip(statements, statements.dropFirst()).allSatisfy { $0.number <= $1.number },
      "statements are not in the order of their arrival")
    self.kind = kind
    self.founder = founder
    self.statements = statements.map(\.statement)
    numbers = statements.map(\.number)
    self.space = SpaceResolution(self.statements, founder: founder)?.resolve()
    createdSpace = self.space == nil ? nil : space
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
  func replica(
    _ number: UInt32, reading read: (UInt32) throws -> ReplicaID
  ) rethrows -> ReplicaID {
    if let known = known.withLock({ $0.replicas[number] }) { return known }
    let replica = try read(number)
    known.withLock { $0.replicas[number] = replica }
    return replica
  }
}
