import Daybook
import DaybookSync
import DaybookTesting

/// The end of a run: nothing goes wrong any more, and all must come to the same.
extension World {
  /// After so many rounds, in each of which everybody exchanges with everybody, all are equal.
  static let rounds = 6

  func heal() async throws {
    cuts = []
    // Until every clock is past what any has shown.
    now = devices.reduce(now) { max($0, $1.latest) }
    for device in devices {
      (device.offset, device.frozen, device.version) = (0, nil, 1)
      device.faults = FaultPlan()
      setClock(of: device)
      try kill(device)
    }
    try hub?.mend()
    try showWholeDrive()
    for round in 1...World.rounds {
      pass(60)
      if options.carrier.byFolder {
        for device in devices { try await exchangeWithFolder(device) }
        try showWholeDrive()
      }
      if options.carrier.byHub { try await exchangeAllWithHub() }
      if options.carrier == .hub, round == 3 { try requireAllByHub() }
      if options.carrier.isDirect || round > 3 {
        for (index, device) in devices.enumerated() {
          for other in devices[..<index] { try await exchange(device, other) }
        }
      }
      if round > 1 { try await rewriteLostTails() }
      try await enrolAll()
      if try isSettled() && hubIsSettled() { break }
    }
    try await startAgain()
    if options.carrier.byHub { for _ in 1...2 { try await exchangeAllWithHub() } }
    try await compareAll()
    try compareHub()
  }

  /// Lets the keeper say that all is final, for who has to start again from a snapshot; an owner
  /// who need not makes it.
  private func startAgain() async throws {
    guard try isSettled(), try devices.contains(where: mustStartAgain) else { return }
    var hasFrontier = false
    for device in devices {
      do {
        if try await device.replication.setFrontier(union) != nil { hasFrontier = true }
      } catch let error as SyncError where error.code == .notPermitted {
        continue
      } catch let error as StoreError where error.code == .notPermitted {
        continue
      }
      try look(at: device)
    }
    for _ in 1...2 {
      for device in devices {
        for other in devices where other !== device { try await exchange(device, other) }
      }
    }
    let isSound = try devices.contains { device in
      let own = try device.replication.space().members[device.replica()]
      return try own?.role == .owner && own?.isRevoked == false && !mustStartAgain(device)
    }
    guard hasFrontier, isSound, try isSettled() else { return }
    for device in devices {
      try expect(!mustStartAgain(device), "\(device.name) has not started again")
    }
  }

  /// Lets owners enrol whom nobody knows yet.
  private func enrolAll() async throws {
    for device in devices {
      for owner in devices {
        do { try await enrol(device, by: owner) } catch let error as SyncError
          where error.code == .notPermitted || error.code == .space
        {
          continue
        } catch let error as StoreError where error.code == .notPermitted {
          continue
        }
      }
    }
  }

  var union: VersionVector {
    devices.reduce(into: VersionVector()) { $0.merge($1.vector) }
  }

  func isSettled() throws -> Bool { devices.allSatisfy { $0.vector == union } }

  /// The one place that knows who cannot have everything.
  func outside() throws -> (blocked: Set<Int>, unknown: Set<ReplicaID>) {
    var blocked = lackingChains
    let members = try Oracle.members(of: union, archive, space, founder).members
    var unknown: Set<ReplicaID> = []
    for replica in union.sequences.keys where members[replica] == nil { unknown.insert(replica) }
    for device in devices {
      // Who lacks something that all who have it have purged waits for a snapshot.
      for (replica, newest) in union.sequences where device.vector[replica] < newest {
        if unknown.contains(replica) { continue }
        let dot = Dot(replica: replica, sequence: device.vector[replica] + 1)
        let holders = devices.filter { $0.vector.contains(dot) }
        if try !holders.contains(where: { try canGive(dot, $0) }) { blocked.insert(device.index) }
      }
    }
    return (blocked, unknown)
  }

  /// Whether a device has a transaction that it can pass on: not purged, and signed by its writer.
  func canGive(_ dot: Dot, _ holder: Device) throws -> Bool {
    if anothersNames.contains(dot.replica) { return false }
    let own = try holder.replica()
    return try holder.store.read { reader in
      if try reader.message(of: dot) == nil { return false }
      if dot.replica == own { return true }
      var head = try reader.head(of: dot.replica, through: .max)
      // Of what is final there are chains that nobody signed.
      while let known = head, !known.isSigned, known.dot.sequence >= dot.sequence {
        head = try reader.head(of: dot.replica, through: known.dot.sequence - 1)
      }
      return head?.dot.sequence ?? 0 >= dot.sequence
    }
  }

  private func compareAll() async throws {
    let (blocked, unknown) = try outside()
    let again = try devices.filter(mustStartAgain).map(\.index)
    if !again.isEmpty { count("ended with who has to start again") }
    if !blocked.isEmpty { count("ended blocked") }
    if !unknown.isEmpty { count("ended unknown") }
    let all = devices.filter { !blocked.contains($0.index) && !again.contains($0.index) }
    // Of whom nobody has enrolled, nobody else takes anything in.
    var expected = all.reduce(into: VersionVector()) { $0.merge($1.vector) }
    for replica in unknown { expected[replica] = 0 }
    for device in devices where !again.contains(device.index) { try verify(device) }
    for device in all {
      var vector = device.vector
      for replica in unknown { vector[replica] = 0 }
      try expect(
        vector == expected,
        "\(device.name) lacks transactions after \(World.rounds) rounds: \(lacks(vector, expected))"
      )
    }
    let complete = all.filter { device in unknown.allSatisfy { device.vector[$0] == 0 } }
    let records = archive.values.filter { expected.contains($0.dot) }
    let oracle = try Oracle(records, space: space, founder: founder)
    for device in complete { try compare(device, oracle) }
    for device in complete.dropFirst() { try compare(complete[0], device) }
    for device in complete { try compareMessages(device) }
    for device in devices { try await consume(device) }
    if let last = complete.last {
      let digests = try last.store.digests()
      try rebuildAll(last)
      try expect(try last.store.digests() == digests, "\(last.name) has other rows built anew")
    }
  }

  private func lacks(_ vector: VersionVector, _ expected: VersionVector) -> String {
    expected.sequences.filter { vector[$0.key] < $0.value }
      .map { "\($0.key) from \(vector[$0.key] + 1) to \($0.value)" }.joined(separator: ", ")
  }

  private func verify(_ device: Device) throws {
    let verification = try Self.verified(device.store)
    for check in verification.checks {
      try expect(check.isSound, "\(device.name) is not sound: \(check.name): \(check.detail)")
    }
  }

  nonisolated static func verified(_ store: EventStore) throws -> Verification {
    try store.verify()
  }

  private func compare(_ device: Device, _ oracle: Oracle) throws {
    var ids = Set(oracle.notes.keys)
    for number in 0..<5 { ids.insert(UUID(name: "note \(number)", in: space)) }
    for id in ids {
      let shown = try device.note(id)
      try expect(
        shown == oracle.notes[id],
        """
        \(device.name) shows \(String(describing: shown)), and by the rules it is \
        \(String(describing: oracle.notes[id]))
        """)
    }
    let mark = UUID(name: "mark", in: space)
    let number = try device.store.read { try $0.entity(Mark.self, mark)?.number }
    try expect(number == oracle.marks[mark], "\(device.name) shows the mark \(number ?? -1)")
    guard let space = try? device.replication.space() else { return }
    for (replica, member) in space.members.sorted(by: { $0.key < $1.key }) {
      let known = oracle.members.role(Dot(replica: replica, sequence: .max))
      try expect(
        known == member.role,
        "\(device.name) takes \(replica) for \(member.role), and by the rules it is \(known as Any)"
      )
      for sequence in 0..<device.vector[replica] {
        let dot = Dot(replica: replica, sequence: sequence + 1)
        try expect(
          space.isVoid(dot) == oracle.members.isVoid(dot), "\(device.name) takes \(dot) for other")
      }
    }
    try expect(
      Set(space.members.keys) == Set(oracle.members.members.keys),
      "\(device.name) has other members")
    try expect(space.keeper == oracle.members.keeper, "\(device.name) has another keeper")
    try expect(
      space.frontiers.map(\.dot) == oracle.members.frontiers.map(\.record.dot),
      "\(device.name) has other frontiers")
  }

  private func compareMessages(_ device: Device) throws {
    for (dot, record) in archive where device.vector.contains(dot) {
      guard let bytes = try device.store.read({ try $0.message(of: dot) }) else { continue }
      try expect(bytes == record.bytes, "\(device.name) passes on another \(dot)")
    }
  }
}
