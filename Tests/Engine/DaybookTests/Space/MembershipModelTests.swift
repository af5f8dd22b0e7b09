import DaybookTesting
import TestRun
import Testing

@testable import Daybook

/// Random statements come to what they come to by the rules alone.
@Suite(.tags(.model)) struct MembershipModelTests {
  /// Statements of a few replicas, most of which are owners at some time, and frontiers.
  private struct House {
    private var random: SeededGenerator
    private let replicas: [ReplicaID]
    /// Up to which transactions statements reach.
    private let top: UInt64
    private var sequences: [ReplicaID: UInt64] = [:]
    private var made: [SpaceResolution.Statement] = []
    private(set) var frontiers: [Space.Frontier] = []

    var creation: Membership.Creation {
      Membership.Creation(founder: replicas[0], key: [7], member: "Ada")
    }

    var statements: [SpaceResolution.Statement] { made.sorted { $0.comes(before: $1) } }

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      let count = Int.random(in: 3...8, using: &random)
      var replicas: [ReplicaID] = []
      for _ in 0..<count { replicas.append(ReplicaID(random.uuid())) }
      self.replicas = replicas
      top = UInt64.random(in: 0...25, using: &random)
      for index in 1..<count where Bool.random(using: &random) {
        let by = replicas[Int.random(in: 0..<index, using: &random)]
        state(.enrolled(replicas[index], key: [UInt8(index)], member: "m", role: .owner), by)
      }
      for _ in 0..<Int.random(in: 2...50, using: &random) { stateSomething() }
      setFrontiers()
    }

    private mutating func state(_ content: SpaceStatement, _ by: ReplicaID) {
      var index: UInt32 = 0
      if let last = made.last, last.dot.replica == by, Bool.random(using: &random) {
        index = last.index + 1
      } else {
        sequences[by, default: 0] += 1
      }
      // A few have times that do not rise with their transactions, as the hostile may.
      let time = Int.random(in: 0..<9, using: &random) == 0 ? 1 : made.count + 1
      made.append(
        SpaceResolution.Statement(
          dot: Dot(replica: by, sequence: sequences[by] ?? 1), index: index,
          time: HybridTime(milliseconds: Int64(time) * 1000), content: content))
    }

    private mutating func stateSomething() {
      guard let by = replicas.randomElement(using: &random),
        let about = replicas.randomElement(using: &random),
        let role = SpaceRole.allCases.randomElement(using: &random)
      else { return }
      let through = UInt64.random(in: 0...top, using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0...1: state(.enrolled(about, key: [UInt8(through)], member: "m", role: role), by)
      case 2...6: state(.roleChanged(about, role, through: through), by)
      default: state(.revoked(about, through: through), by)
      }
    }

    private mutating func setFrontiers() {
      var vector = VersionVector()
      for number in 0..<UInt64.random(in: 0...2, using: &random) {
        for replica in replicas {
          vector[replica] += UInt64.random(in: 0...(top / 2), using: &random)
        }
        frontiers.append(
          Space.Frontier(
            number: number + 1, dot: Dot(replica: replicas[0], sequence: 99 + number),
            vector: vector, time: HybridTime(milliseconds: 99_000)))
      }
    }
  }

  private static func plain(_ member: Space.Member) -> NaiveMembership.Member {
    NaiveMembership.Member(
      key: member.key, distance: member.distance,
      roles: (0...NaiveMembership.last).map { member.tenures.role(at: UInt64(max($0, 1))) },
      revokedThrough: member.revokedThrough)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `members are those of the rules alone`(seed: UInt64) {
    for next in (seed * 15)..<(seed + 1) * 15 {
      let house = House(seed: next)
      let members = Membership(house.statements, house.creation, house.frontiers).resolve()
      let expected = NaiveMembership(house.statements, house.creation, house.frontiers).members
      #expect(members.mapValues(Self.plain) == normal(expected), "seed \(next)")
    }
  }

  /// There is no transaction 0.
  private func normal(
    _ members: [ReplicaID: NaiveMembership.Member]
  ) -> [ReplicaID: NaiveMembership.Member] {
    members.mapValues { member in
      var member = member
      member.roles[0] = member.roles[1]
      return member
    }
  }
}
