import DaybookTesting
import Foundation
import Testing

@testable import Daybook

/// What statements about a space come to, in whatever order they came.
struct SpaceResolutionTests {
  /// Replicas whose order is that of their letters.
  private static func replica(_ letter: Character) -> ReplicaID {
    var bytes = [UInt8](repeating: 0, count: 16)
    bytes[0] = letter.asciiValue ?? 0
    return bytes.withUnsafeBytes { ReplicaID(UUID(uuid: $0.loadUnaligned(as: uuid_t.self))) }
  }

  private let ada = replica("a")
  private let ben = replica("b")
  private let cleo = replica("c")
  private let dan = replica("d")

  /// Statements in the order in which they were made, a second apart unless told.
  private struct Statements {
    private(set) var all: [SpaceResolution.Statement] = []
    private var sequences: [ReplicaID: UInt64] = [:]

    @discardableResult
    mutating func state(
      _ content: SpaceStatement, by replica: ReplicaID, second: Int? = nil
    ) -> Dot {
      sequences[replica, default: 0] += 1
      let dot = Dot(replica: replica, sequence: sequences[replica] ?? 0)
      let milliseconds = Int64(second ?? all.count + 1) * 1000
      all.append(
        SpaceResolution.Statement(
          dot: dot, index: 0, time: HybridTime(milliseconds: milliseconds), content: content))
      return dot
    }

    mutating func enrol(_ replica: ReplicaID, _ role: SpaceRole, by owner: ReplicaID) {
      state(.enrolled(replica, key: [1], member: "somebody", role: role), by: owner)
    }

    func space(_ founder: ReplicaID? = nil) -> Space? {
      SpaceResolution(all, founder: founder)?.resolve()
    }
  }

  private func founded() -> Statements {
    var statements = Statements()
    statements.state(.created(name: "Ada", key: [7], member: "Ada"), by: ada)
    return statements
  }

  @Test func `the founder is the first owner, and without one there is no space`() {
    #expect(Statements().space() == nil)
    let space = founded().space()
    #expect(space?.founder == ada)
    #expect(space?.keeper == ada)
    #expect(space?.members[ada]?.role == .owner)
    #expect(space?.members[ada]?.key == [7])
    #expect(space?.members.count == 1)
  }

  @Test func `another one who says so is no founder`() {
    var statements = Statements()
    statements.state(.created(name: "False", key: [9], member: "Mallory"), by: dan)
    statements.state(.created(name: "Ada", key: [7], member: "Ada"), by: ada)
    #expect(statements.space(ada)?.name == "Ada")
    #expect(statements.space(ada)?.members[dan] == nil)
    #expect(statements.space(cleo) == nil)
  }

  @Test func `only owners enrol, and owners enrol owners`() {
    var statements = founded()
    statements.enrol(ben, .owner, by: ada)
    statements.enrol(cleo, .writer, by: ben)
    statements.enrol(dan, .writer, by: cleo)
    let space = statements.space()
    #expect(space?.members[cleo]?.distance == 2)
    #expect(space?.members[dan] == nil)
  }

  @Test func `what a reader writes does not count, until it may write`() {
    var statements = founded()
    statements.enrol(ben, .reader, by: ada)
    let dot = Dot(replica: ben, sequence: 3)
    #expect(statements.space()?.isVoid(dot) == true)
    statements.state(.roleChanged(ben, .writer, through: 0), by: ada)
    #expect(statements.space()?.isVoid(dot) == false)
    statements.state(.roleChanged(ben, .reader, through: 3), by: ada)
    #expect(statements.space()?.isVoid(dot) == false)
    #expect(statements.space()?.isVoid(Dot(replica: ben, sequence: 4)) == true)
  }

  @Test func `a revocation takes the least and is for ever`() {
    var statements = founded()
    statements.enrol(ben, .writer, by: ada)
    statements.enrol(cleo, .owner, by: ada)
    statements.state(.revoked(ben, through: 9), by: ada)
    statements.state(.revoked(ben, through: 5), by: cleo)
    statements.enrol(ben, .owner, by: ada)
    statements.state(.roleChanged(ben, .owner, through: 99), by: ada)
    let member = statements.space()?.members[ben]
    #expect(member?.through == 5)
    #expect(member?.isRevoked == true)
  }

  @Test func `what a revoked owner said before counts, and what it said later does not`() {
    var statements = founded()
    statements.enrol(ben, .owner, by: ada)
    statements.enrol(cleo, .writer, by: ben)
    statements.state(.revoked(ben, through: 1), by: ada)
    statements.enrol(dan, .writer, by: ben)
    let space = statements.space()
    #expect(space?.members[cleo] != nil)
    #expect(space?.members[dan] == nil)
  }

  @Test func `an owner who became a writer states nothing any more`() {
    var statements = founded()
    statements.enrol(ben, .owner, by: ada)
    statements.enrol(cleo, .writer, by: ben)
    statements.state(.roleChanged(ben, .writer, through: 1), by: ada)
    statements.enrol(dan, .writer, by: ben)
    let space = statements.space()
    #expect(space?.members[ben]?.role == .writer)
    #expect(space?.members[cleo] != nil)
    #expect(space?.members[dan] == nil)
    #expect(space?.isVoid(Dot(replica: ben, sequence: 9)) == false)
  }

  @Test func `of two owners who revoke one another the one nearer to the founder stays`() {
    var statements = founded()
    statements.enrol(cleo, .owner, by: ada)
    statements.enrol(ben, .owner, by: cleo)
    // Ben comes first, is the smaller replica, and says that nothing of Cleo's counts.
    statements.state(.revoked(cleo, through: 0), by: ben)
    statements.state(.revoked(ben, through: 5), by: cleo)
    let space = statements.space()
    #expect(space?.members[cleo]?.isRevoked == false)
    #expect(space?.members[ben]?.through == 5)
  }

  @Test func `of two owners as near the smaller replica stays`() {
    var statements = founded()
    statements.enrol(ben, .owner, by: ada)
    statements.enrol(cleo, .owner, by: ada)
    statements.state(.revoked(ben, through: 0), by: cleo)
    statements.state(.revoked(cleo, through: 0), by: ben)
    let space = statements.space()
    #expect(space?.members[ben]?.isRevoked == false)
    #expect(space?.members[cleo]?.isRevoked == true)
  }

  @Test func `a lost founder can be revoked by another owner`() {
    var statements = founded()
    statements.enrol(ben, .owner, by: ada)
    statements.state(.revoked(ada, through: 2), by: ben)
    statements.enrol(dan, .owner, by: ada)
    let space = statements.space()
    #expect(space?.members[ada]?.through == 2)
    #expect(space?.members[dan] == nil)
    #expect(space?.members[ben]?.role == .owner)
  }

  @Test func `what a reader wrote stays void when it may write`() {
    var statements = founded()
    statements.enrol(ben, .reader, by: ada)
    statements.state(.roleChanged(ben, .writer, through: 3), by: ada)
    let space = statements.space()
    #expect(space?.members[ben]?.role == .writer)
    #expect(space?.isVoid(Dot(replica: ben, sequence: 3)) == true)
    #expect(space?.isVoid(Dot(replica: ben, sequence: 4)) == false)
  }

  @Test func `what a frontier holds of a reader stays void, whoever did not know of it`() {
    var statements = founded()
    statements.enrol(ben, .reader, by: ada)
    statements.enrol(cleo, .owner, by: ada)
    var vector = VersionVector()
    vector[ben] = 5
    statements.state(.frontier(number: 1, vector), by: ada)
    statements.state(.roleChanged(ben, .writer, through: 3), by: cleo)
    let space = statements.space()
    #expect(space?.isVoid(Dot(replica: ben, sequence: 5)) == true)
    #expect(space?.isVoid(Dot(replica: ben, sequence: 6)) == false)
  }

  @Test func `a cut that a frontier knows stays when one comes that it does not know`() {
    var statements = founded()
    statements.enrol(ben, .owner, by: ada)
    statements.enrol(cleo, .writer, by: ada)
    let cut = statements.state(.revoked(cleo, through: 3), by: ada)
    var vector = VersionVector()
    vector[ada] = cut.sequence
    vector[cleo] = 7
    statements.state(.frontier(number: 1, vector), by: ada)
    #expect(statements.space()?.members[cleo]?.through == 3)
    statements.state(.revoked(cleo, through: 5), by: ben)
    #expect(statements.space()?.members[cleo]?.through == 3)
  }

  @Test func `of three who lower one another what nobody voids counts`() {
    var statements = founded()
    statements.enrol(ben, .owner, by: ada)
    statements.enrol(cleo, .writer, by: ada)
    let last = statements.state(.roleChanged(cleo, .owner, through: 0), by: ada)
    // Cleo's word voids Ben's, and so Ada is still an owner when she lowers Cleo.
    statements.state(.roleChanged(ben, .writer, through: 0), by: cleo)
    statements.state(.roleChanged(ada, .writer, through: last.sequence), by: ben)
    statements.state(.roleChanged(cleo, .writer, through: 1), by: ada)
    let roles = statements.space()?.members.mapValues(\.role)
    #expect(roles == [ada: .owner, ben: .writer, cleo: .writer])
  }

  @Test func `who voids hundreds of statements one by one does not keep a senior waiting`() {
    var statements = founded()
    statements.enrol(ben, .owner, by: ada)
    statements.enrol(cleo, .owner, by: ada)
    statements.state(.revoked(ben, through: 300), by: ada)
    for _ in 0..<300 { statements.enrol(dan, .writer, by: cleo) }
    for through in (1...300).reversed() {
      statements.state(.roleChanged(cleo, .writer, through: UInt64(through)), by: ben)
    }
    // Each of the two would void the other.
    statements.state(.roleChanged(ada, .writer, through: 3), by: ben)
    let space = statements.space()
    #expect(space?.members[ada]?.role == .owner)
    #expect(space?.members[ben]?.through == 300)
  }

  @Test func `an owner whom another lowers before he steps down is what the other says`() {
    var statements = founded()
    statements.enrol(ben, .owner, by: ada)
    statements.state(.roleChanged(ada, .writer, through: 2), by: ben)
    // Ada does not know that, and says so with the third transaction.
    statements.state(.roleChanged(ada, .reader, through: 3), by: ada)
    #expect(statements.space()?.members[ada]?.role == .writer)
  }

  @Test func `what an owner says counts by the role that it had then`() {
    var statements = founded()
    statements.enrol(ben, .writer, by: ada)
    // Ben says so before he may.
    statements.enrol(dan, .writer, by: ben)
    statements.state(.roleChanged(ben, .owner, through: 1), by: ada)
    #expect(statements.space()?.members[dan] == nil)
    statements.enrol(cleo, .writer, by: ben)
    #expect(statements.space()?.members[cleo] != nil)
    statements.state(.roleChanged(ben, .writer, through: 2), by: ada)
    #expect(statements.space()?.members[cleo] != nil)
  }

  @Test func `frontiers are the keeper's`() {
    var statements = founded()
    statements.enrol(ben, .owner, by: ada)
    statements.state(.frontier(number: 1, VersionVector()), by: ben)
    let own = statements.state(.frontier(number: 2, VersionVector()), by: ada)
    #expect(statements.space()?.frontiers.map(\.dot) == [own])
  }

  @Test func `a frontier covers the one before, has a greater number, and is later`() {
    var statements = founded()
    var vector = VersionVector()
    vector[ben] = 2
    statements.state(.frontier(number: 1, vector), by: ada)
    vector[ben] = 4
    let last = statements.state(.frontier(number: 4, vector), by: ada)
    var other = VersionVector()
    other[cleo] = 9
    statements.state(.frontier(number: 5, other), by: ada)
    statements.state(.frontier(number: 4, vector), by: ada)
    statements.state(.frontier(number: 6, vector), by: ada, second: 3)
    let space = statements.space()
    #expect(space?.frontiers.map(\.number) == [1, 4])
    #expect(space?.frontiers.last?.dot == last)
  }

  @Test func `a keeper who is replaced sets no more frontiers`() {
    var statements = founded()
    statements.enrol(ben, .owner, by: ada)
    let first = statements.state(.frontier(number: 1, VersionVector()), by: ada)
    statements.state(.keeper(ben, inPlaceOf: ada, through: first.sequence), by: ben)
    statements.state(.frontier(number: 2, VersionVector()), by: ada)
    let own = statements.state(.frontier(number: 2, VersionVector()), by: ben)
    let space = statements.space()
    #expect(space?.keeper == ben)
    #expect(space?.frontiers.map(\.dot) == [first, own])
  }

  @Test func `what is final is not cut by who did not know`() {
    var statements = founded()
    statements.enrol(ben, .owner, by: ada)
    statements.enrol(cleo, .writer, by: ada)
    var vector = VersionVector()
    vector[cleo] = 7
    statements.state(.frontier(number: 1, vector), by: ada)
    statements.state(.revoked(cleo, through: 3), by: ben)
    #expect(statements.space()?.members[cleo]?.through == 7)
  }

  @Test func `the effective time is that of the last frontier without it`() {
    var statements = founded()
    var (first, second) = (VersionVector(), VersionVector())
    first[ben] = 2
    second[ben] = 5
    statements.state(.frontier(number: 1, first), by: ada)
    statements.state(.frontier(number: 2, second), by: ada)
    let space = statements.space()
    let early = HybridTime(milliseconds: 1)
    func time(_ sequence: UInt64) -> Int64? {
      space?.effectiveTime(of: Dot(replica: ben, sequence: sequence), stamped: early).milliseconds
    }
    #expect([time(2), time(3), time(5), time(6)] == [1, 2000, 2000, 3000])
    let late = HybridTime(milliseconds: 9000)
    #expect(space?.effectiveTime(of: Dot(replica: ben, sequence: 6), stamped: late) == late)
    #expect(
      space?.isSettled(Dot(replica: ben, sequence: 2), against: Dot(replica: ben, sequence: 3))
        == true)
    #expect(
      space?.isSettled(Dot(replica: ben, sequence: 3), against: Dot(replica: ben, sequence: 4))
        == false)
    #expect(
      space?.isSettled(Dot(replica: ben, sequence: 6), against: Dot(replica: ben, sequence: 7))
        == false)
  }

  private func vector(
    of replicas: [ReplicaID], _ random: inout SeededGenerator
  ) -> VersionVector {
    var vector = VersionVector()
    for replica in replicas { vector[replica] = UInt64.random(in: 0...6, using: &random) }
    return vector
  }

  /// Random statements of six replicas, some of which are owners at some time.
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `the order in which statements came does not matter`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let replicas = "abcdef".map { Self.replica($0) }
    var statements = founded()
    for _ in 0..<Int.random(in: 2...40, using: &random) {
      guard let by = replicas.randomElement(using: &random),
        let about = replicas.randomElement(using: &random),
        let role = SpaceRole.allCases.randomElement(using: &random)
      else { continue }
      let through = UInt64.random(in: 0...12, using: &random)
      // Many at the same time.
      let second = 2 + statements.all.count / 4
      let content: SpaceStatement =
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3: .enrolled(about, key: [1], member: "somebody", role: role)
        case 4, 5: .roleChanged(about, role, through: through)
        case 6, 7: .revoked(about, through: through)
        case 8: .frontier(number: through, vector(of: replicas, &random))
        default: .keeper(about, inPlaceOf: by, through: through)
        }
      statements.state(content, by: by, second: second)
    }
    let space = statements.space()
    for _ in 0..<5 {
      let shuffled = statements.all.shuffled(using: &random)
      #expect(SpaceResolution(shuffled, founder: nil)?.resolve() == space, "seed \(seed)")
    }
  }

  private static func someVector() -> VersionVector {
    var vector = VersionVector()
    vector[replica("x")] = 7
    vector[replica("y")] = 1
    return vector
  }

  @Test(arguments: [
    SpaceStatement.created(name: "Ada", key: [1, 2], member: "Ben"),
    .enrolled(replica("x"), key: [3], member: "", role: .reader),
    .roleChanged(replica("x"), .owner, through: 4), .revoked(replica("y"), through: 0),
    .keeper(replica("x"), inPlaceOf: replica("y"), through: 9),
    .frontier(number: 3, someVector()),
  ])
  func `a statement is read as it was written`(statement: SpaceStatement) {
    var writer = PayloadWriter()
    statement.encode(into: &writer)
    #expect(
      SpaceStatement(name: statement.name, version: 1, payload: writer.bytes) == statement)
    #expect(SpaceStatement(name: statement.name, version: 2, payload: writer.bytes) == nil)
    #expect(SpaceStatement(name: "space.other", version: 1, payload: writer.bytes) == nil)
  }
}
