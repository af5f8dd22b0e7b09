import Daybook
import DaybookSync
import DaybookTesting

/// Another device as a peer: pages travel as bytes, and the links do what the step says.
final class Link: SyncPeer, @unchecked Sendable {
  // Safety: one thread, where everything is awaited in turn.
  let name: String
  private let world: World
  private let near: Device
  private let far: Device
  private let recovers: Bool
  // Safety: one thread, where everything is awaited in turn.
  var fault: Fault.What?
  private var random: SeededGenerator
  /// The one whose chunks are asked for.
  private var snapshot: SpaceSnapshot?

  /// - Parameter recovers: whether a copy of the near one's store exchanges, at which nobody can
  ///   look: what it writes is known from its pages.
  init(_ world: World, _ near: Device, _ far: Device, seed: UInt64, recovers: Bool = false) {
    (self.world, self.near, self.far, self.recovers) = (world, near, far, recovers)
    name = far.name
    random = SeededGenerator(seed: seed)
  }

  func hello(_ hello: Hello) async throws -> Hello {
    try request()
    let answer = try far.replication.answer(Hello(bytes: hello.bytes))
    for (replica, sequence) in answer.vector.sequences {
      if try replica == far.replica() { continue }
      far.told[replica] = max(far.told[replica], sequence)
    }
    try reply()
    return try Hello(bytes: answer.bytes)
  }

  func pull(_ vector: VersionVector, limit: PageLimit) async throws -> SyncPage {
    try request()
    let page = try await far.replication.page(lackedBy: vector, limit: limit)
    try reply()
    return try travelled(page, from: far, to: near)
  }

  func push(_ page: SyncPage) async throws -> PushReply {
    try request()
    if recovers { try world.note(page, writtenBy: near) }
    let page = try travelled(page, from: near, to: far)
    var answer = try await world.absorb(page, at: far)
    if fault == .twice { answer = try await world.absorb(page, at: far) }
    let vector = try far.replication.vector()
    for (replica, sequence) in vector.sequences {
      if try replica == far.replica() { continue }
      far.told[replica] = max(far.told[replica], sequence)
    }
    try reply()
    return PushReply(vector: vector, refused: answer.refused)
  }

  func snapshots() async throws -> [SpaceManifest] {
    try request()
    let made = try await far.replication.snapshot()
    snapshot = made
    try reply()
    return [try SpaceManifest(bytes: made.manifest.bytes)]
  }

  func chunk(_ hash: [UInt8], of manifest: SpaceManifest) async throws -> [UInt8] {
    try request()
    guard var bytes = try snapshot?.chunk(hash) else {
      throw SyncError(.needsSnapshot, "there is no snapshot")
    }
    try reply()
    if fault == .tear, !bytes.isEmpty {
      world.count("torn chunks")
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1
    }
    return bytes
  }

  func push(_ snapshot: SpaceSnapshot) async throws -> PushReply {
    try request()
    try await far.replication.bootstrap(from: snapshot.manifest) { try snapshot.chunk($0) }
    world.noteBeginning(of: far)
    world.count("snapshots sent")
    try world.look(at: far)
    try reply()
    return PushReply(vector: try far.replication.vector(), refused: [])
  }

  private func request() throws {
    if fault == .loseRequest || world.cuts.contains([near.index, far.index]) {
      throw SyncError(.peer, "the request was lost")
    }
  }

  private func reply() throws {
    if fault == .loseReply || world.cuts.contains([far.index, near.index]) {
      throw SyncError(.peer, "the reply was lost")
    }
  }

  /// What arrives of a page: all of it, an earlier one, or torn bytes.
  private func travelled(_ page: SyncPage, from: Device, to: Device) throws -> SyncPage {
    let bytes = page.bytes
    for head in page.heads where try head.dot.replica == from.replica() {
      from.left[head.dot.replica] = max(from.left[head.dot.replica], head.dot.sequence)
    }
    defer { from.lastPages[to.index] = bytes }
    switch fault {
    case .stale:
      world.count("stale pages")
      return try SyncPage(bytes: from.lastPages[to.index] ?? bytes)
    case .tear:
      world.count("torn pages")
      return try SyncPage(
        bytes: Array(bytes.prefix(Int.random(in: 0..<max(bytes.count, 1), using: &random))))
    default: return try SyncPage(bytes: bytes)
    }
  }
}

/// The process that exchanges was killed.
private struct ProcessEnded: Error {}

extension World {
  /// Exchanges between two devices.
  @discardableResult
  func exchange(
    _ near: Device, _ far: Device, seed: UInt64 = 0, faults: [Fault] = []
  ) async throws -> ExchangeReport? {
    let link = Link(self, near, far, seed: seed)
    let report = try await exchange(near, with: link, faults: faults, far: far) { link.fault = $0 }
    if report != nil { try compare(near, far) }
    return report
  }

  /// Exchanges between a device and what it sees of the drive.
  @discardableResult
  func exchangeWithFolder(
    _ near: Device, faults: [Fault] = []
  ) async throws -> ExchangeReport? {
    try await changingDrive(of: near) {
      let drive = drive(of: near)
      defer { fillRemote(false) }
      return try await exchange(near, with: drive, faults: faults, far: nil) {
        // Nobody makes room while an exchange goes on.
        guard $0 == .driveFull else { return }
        if remote == nil { drive.isFull = true } else { fillRemote(true) }
      }
    }
  }

  /// Lets a device exchange, and what the faults say happen before an effect of its session.
  /// Returns nothing when the process that began it was killed.
  func exchange(
    _ near: Device, with peer: any SyncPeer, faults: [Fault], far: Device?,
    _ arm: (Fault.What?) -> Void
  ) async throws -> ExchangeReport? {
    var number = 0
    let report: ExchangeReport
    do {
      report = try await near.replication.carryOutExchange(with: peer) { effect, carryOut in
        var active: Fault.What?
        for fault in faults where fault.effect == number {
          count("\(fault.what)")
          switch fault.what {
          case .killNear: try endProcess { try kill(near) }
          case .powerNear: try endProcess { try cutPower(of: near) }
          case .killFar where far != nil: if let far { try kill(far) }
          case .powerFar where far != nil: if let far { try cutPower(of: far) }
          case .meanwhile: try await meanwhile(near, far, number)
          default: active = fault.what
          }
        }
        arm(active)
        number += 1
        return try await watch(effect, near, peer, far, carryOut)
      }
    } catch is ProcessEnded {
      return nil
    }
    arm(nil)
    try look(at: near)
    if let far { try look(at: far) }
    try judge(report, near, far, at: peer.name)
    return report
  }

  private func endProcess(_ end: () throws -> Void) throws {
    try end()
    throw ProcessEnded()
  }

  /// What another thread or process does with either store between two effects.
  private func meanwhile(_ near: Device, _ far: Device?, _ number: Int) async throws {
    var random = SeededGenerator(seed: options.seed &* 977 &+ UInt64(number))
    let device = Bool.random(using: &random) ? near : far ?? near
    let others = devices.filter { $0 !== near && $0 !== far }
    do {
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where options.frontiers: try await setFrontier(device, &random)
      case 1 where options.purges != .none: try purge(device, &random)
      case 2 where options.carrier.isDirect && !others.isEmpty:
        try await exchange(device, others[Int.random(in: 0..<others.count, using: &random)])
      case 4 where options.carrier.byHub && !others.isEmpty:
        try await exchangeWithHub(others[Int.random(in: 0..<others.count, using: &random)])
      case 3: try await undo(device, &random)
      default: try await write(device, &random)
      }
      // Before anybody gets it.
      try look(at: device)
    } catch let error as StoreError where error.code == .notPermitted {
      count("not permitted")
    } catch let error as SyncError where error.code == .notPermitted || error.code == .space {
      count("not permitted")
    }
  }

  /// Looks at what comes of an effect.
  private func watch(
    _ effect: SyncSession.Effect, _ near: Device, _ peer: any SyncPeer, _ far: Device?,
    _ carryOut: Replication.CarryOut
  ) async throws -> SyncSession.Input {
    switch effect {
    case .pull: return try await blocking(far, near, carryOut)
    case .absorb:
      let input = try await carryOut()
      if case .absorbed(_, let refused, _) = input, !refused.isEmpty { isClosed = false }
      try look(at: near)
      return input
    case .make: return try await blocking(near, far, carryOut)
    case .sign:
      let input = try await carryOut()
      if far == nil, case .signed(let page) = input { noteLeft(page, near) }
      return input
    case .bootstrap:
      let input = try await carryOut()
      guard case .bootstrapped = input else { return input }
      count("begun with a snapshot")
      noteBeginning(of: near)
      try look(at: near)
      return input
    case .rewriteTail(let cause): return try await rewriteTail(of: near, cause, carryOut)
    case .note: return try await close(near, peer, far, carryOut)
    case .greet(let hello):
      let input = try await carryOut()
      if peer is SmallFiles, case .greeted(let answer, _) = input {
        try lookAtClaims(of: answer, to: hello, by: near)
      }
      return input
    case .push, .pushSnapshot, .finish: return try await carryOut()
    }
  }

  private func close(
    _ near: Device, _ peer: any SyncPeer, _ far: Device?, _ carryOut: Replication.CarryOut
  ) async throws -> SyncSession.Input {
    let (replica, hadToStart) = (
      try near.replica(), try near.store.read { try $0.mustStartAgain() }
    )
    var input = SyncSession.Input.noted(rewritten: 0)
    let rewritten = try await rewriting(near) {
      input = try await carryOut()
      guard case .noted(let rewritten, _) = input else { return 0 }
      return rewritten
    }
    if rewritten > 0 { count("written again: another's") }
    if let violation { throw violation }
    // Who lacks what is purged already begins with a snapshot, whatever goes next.
    let needsNone = far.map { far in
      (try? near.store.read { try $0.heldThrough(far.vector) }) != nil
    }
    hear(of: "sync/\(peer.name)", needsNone == false ? nil : far, at: near)
    if try near.replica() != replica {
      count("minted as another's")
      try expect(
        anothersNames.contains(replica) || options.lostKeys,
        "\(near.name) takes itself for another's")
      near.consumed = nil
    }
    if far != nil, let member = try? near.replication.space().members[near.replica()] {
      try expect(
        member.key == near.key.publicKey, "\(near.name) goes on as \(replica), which is another's")
    }
    if hadToStart, try !near.store.read({ try $0.mustStartAgain() }) {
      count("started again")
      noteBeginning(of: near)
    }
    try look(at: near)
    if peer.keepsSnapshots { noteTold(near) }
    return input
  }

  /// Notes that a device has begun with a snapshot, and has nothing of what it stands for.
  func noteBeginning(of device: Device) {
    device.purgedTo = nil
    device.awaited = []
  }

  /// Notes what of others a device has said that it has.
  private func noteTold(_ device: Device) {
    for (replica, sequence) in device.vector.sequences
    where (try? device.replica()) != replica {
      device.told[replica] = max(device.told[replica], sequence)
    }
  }

  private func noteLeft(_ page: SyncPage, _ near: Device) {
    for head in page.heads where (try? near.replica()) == head.dot.replica {
      near.left[head.dot.replica] = max(near.left[head.dot.replica], head.dot.sequence)
    }
  }

  /// Carries out what may fail because something was purged.
  private func blocking(
    _ sender: Device?, _ receiver: Device?, _ carryOut: Replication.CarryOut
  ) async throws -> SyncSession.Input {
    let input = try await carryOut()
    if case .failed(let error) = input, error.code == .needsSnapshot, let sender {
      try judgeBlocked(sender, receiver)
    }
    return input
  }

  /// Takes a page in, and looks at what came of it.
  func absorb(
    _ page: SyncPage, at device: Device
  ) async throws -> (report: AbsorptionReport, refused: [SyncError]) {
    let outcome = try await device.replication.absorb(page)
    if !outcome.refused.isEmpty { isClosed = false }
    try look(at: device)
    return outcome
  }
}
