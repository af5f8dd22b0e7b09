import Daybook
import DaybookSync
import DaybookTesting
import RemoteServers
import TemporaryFolders

/// Something that must not be.
struct Violation: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// All devices of one run, what is between them, and what was ever written.
final class World {
  let options: Options
  let space: UUID
  private(set) var founder: ReplicaID
  var devices: [Device] = []
  /// The true time.
  var now = Date(timeIntervalSince1970: 1_760_000_000)
  /// Links that work in no direction from the first to the second.
  var cuts: Set<[Int]> = []
  /// Every transaction, as its writer wrote it.
  var archive: [Dot: Record] = [:]
  /// Whether everybody has with each transaction all that its writer had seen: while nobody has
  /// refused one writer's and taken in others', and nothing was lost or copied unsigned.
  var isClosed: Bool
  /// Whether everybody can pass on all that it has of others: while nothing was lost or copied
  /// unsigned.
  var isSigned: Bool
  /// Who was enrolled with a key that nobody has, and in whose name somebody writes.
  var anothersNames: Set<ReplicaID> = []
  /// In whose names there are files on the drive that they have not written.
  var forgedNames: Set<ReplicaID> = []
  /// What was found in the middle of something that goes on whatever fails.
  private(set) var violation: Violation?
  /// Every file of the drive as it was written, the newest version last, by path.
  var written: [String: [Data]] = [:]
  /// What serves the folder, where it is remote; nil for one on drives.
  let remote: RemoteMemory?
  /// The hub, where the devices exchange by one.
  private(set) var hub: HubMachine?
  /// Files of the drive that who has written them has removed.
  var removed: Set<String> = []
  /// Who has purged what the chain of a writer goes through, before the writer had signed it.
  var lackingChains: Set<Int> = []
  /// How much of what has happened, for who wants to know whether a run is worth anything.
  private(set) var tally: [String: Int] = [:]
  let folder: TemporaryFolder
  /// How many devices there have been.
  private var made = 0

  static let most = 6
  /// Whether every exchange is told.
  var isVerbose = false

  init(_ options: Options) async throws {
    self.options = options
    isSigned =
      !options.restores && !options.powerCuts && !options.clones && !options.twins
      && !options.lostKeys
    isClosed = isSigned
    var random = SeededGenerator(seed: options.seed &* 31 &+ 5)
    space = random.uuid()
    remote = options.remoteFolder
    folder = try TemporaryFolder(inMemory: true)
    let first = try await Device(
      0, options, root: folder.path, version: options.versions ? 0 : 1, now,
      from: .founder(space: space))
    founder = try first.replica()
    devices.append(first)
    made = options.devices
    try await first.replication.createSpace(named: "Simulated", member: "0")
    for index in 1..<options.devices {
      let role: SpaceRole =
        options.owners && index == 1 ? .owner : options.readers && index == 2 ? .reader : .writer
      devices.append(
        try await Device(
          index, options, root: folder.path,
          version: options.versions ? Int(random.next() % 2) : 1, now,
          from: .invitation { request in
            try await first.replication.enrol(request, as: role, member: "\(index)")
          }))
    }
    for device in devices { try look(at: device) }
    if options.carrier.byHub { hub = try HubMachine(options, root: folder.path, space, now) }
  }

  /// A number that no device has had.
  func nextIndex() -> Int {
    made += 1
    return made - 1
  }

  func device(_ number: Int) -> Device { devices[number % devices.count] }

  func count(_ what: String) { tally[what, default: 0] += 1 }

  func tell(_ text: @autoclosure () -> String) { if isVerbose { print("    \(text())") } }

  func expect(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    if condition { return }
    let found = Violation(text())
    violation = violation ?? found
    throw found
  }

  /// Lets the true time pass, and with it the clocks.
  func pass(_ seconds: Double) {
    now += seconds
    for device in devices { setClock(of: device) }
    hub?.clock.set(now)
  }

  func setClock(of device: Device) {
    device.clock.set(device.frozen ?? now + device.offset)
    device.latest = max(device.latest, device.clock.now)
  }

  // MARK: What holds after every step

  /// Looks at what a device has now: nothing went, nothing has changed, all that is new was written
  /// by who is said to have written it.
  func look(at device: Device) throws {
    // What it has written is known under its own names once it has written it again.
    if device.isTwin { return }
    let vector = try device.replication.vector()
    try expect(
      vector.covers(device.vector), "\(device.name) has lost transactions: \(device.vector)")
    let own = try device.replica()
    for (replica, newest) in vector.sequences.sorted(by: { $0.key < $1.key }) {
      var sequence = device.vector[replica] + 1
      while sequence <= newest {
        let dot = Dot(replica: replica, sequence: sequence)
        let (bytes, isPurged) = try device.store.read {
          (try $0.message(of: dot), try $0.isPurged())
        }
        try expect(bytes != nil || isPurged, "\(device.name) has a hole at \(dot)")
        if let bytes { try meet(bytes, dot, at: device, vector, isOwn: replica == own) }
        sequence += 1
      }
    }
    device.vector = vector
    let place = try device.store.read { try $0.token().number }
    try expect(place >= device.place, "the history of \(device.name) has gone back to \(place)")
    device.place = place
    if isSigned { try lookAtHeads(of: device, own) }
    let limit = device.latest.timeIntervalSince1970 * 1000 + Double(HybridTime.maximumLead)
    try expect(
      Double(device.newest.milliseconds) <= limit + 1,
      "\(device.name) has taken in a time more than a day ahead of what its clock has ever shown")
  }

  /// Of others there is what they have signed, and no signature of what is not there.
  private func lookAtHeads(of device: Device, _ own: ReplicaID) throws {
    for (replica, newest) in device.vector.sequences where replica != own && newest > 0 {
      let head = try device.store.read { try $0.head(of: replica, through: .max) }
      try expect(
        head?.dot.sequence == newest,
        "\(device.name) has \(newest) of \(replica), which has signed \(head?.dot.sequence ?? 0)")
    }
  }

  private func meet(
    _ bytes: [UInt8], _ dot: Dot, at device: Device, _ vector: VersionVector, isOwn: Bool
  ) throws {
    if let known = archive[dot], known.bytes == bytes {
      device.newest = max(device.newest, known.time)
      if isClosed, let seen = known.seen {
        try expect(
          vector.covers(seen), "\(device.name) has \(dot), and not all that its writer had seen")
      }
      return
    }
    try expect(isOwn, "\(device.name) has \(dot), which its writer did not write")
    var record = try Record(bytes)
    try expect(record.dot == dot, "\(dot) calls itself \(record.dot)")
    record.seen = vector
    record.seen?[dot.replica] = dot.sequence
    try expect(
      record.time > device.newest, "\(device.name) has written \(dot) earlier than what it had")
    let holder = devices.first { $0 !== device && $0.vector.contains(dot) }
    try expect(
      holder == nil, "\(device.name) has written \(dot), which \(holder?.name ?? "") has already")
    try expect(
      hub?.vector.contains(dot) != true,
      "\(device.name) has written \(dot), which the hub has already")
    archive[dot] = record
    device.newest = max(device.newest, record.time)
  }

  /// Notes the transactions of a page as a device wrote them, after it went back to an earlier
  /// state: in place of what it had written under their names, and nobody else got.
  func note(_ page: SyncPage, writtenBy device: Device) throws {
    for message in page.messages {
      let record = try Record(message)
      if devices.contains(where: { $0 !== device && $0.vector.contains(record.dot) }) { continue }
      if hub?.vector.contains(record.dot) == true { continue }
      archive[record.dot] = record
    }
  }

  /// Whether two devices that have the same show the same.
  func compare(_ one: Device, _ other: Device) throws {
    guard one.version == other.version, one.vector == other.vector,
      !one.isDowngraded, !other.isDowngraded,
      try !mustStartAgain(one) && !mustStartAgain(other)
    else { return }
    count("compared")
    let (first, second) = (try one.store.digests(), try other.store.digests())
    let views = first.keys.sorted().filter { first[$0] != second[$0] }
    try expect(
      first == second, "\(one.name) and \(other.name) have the same and show other rows of \(views)"
    )
    let spaces = (try? one.replication.space(), try? other.replication.space())
    try expect(
      spaces.0 == spaces.1, "\(one.name) and \(other.name) have the same and another space")
  }

  /// Whether a device has purged to a frontier that does not count any more, because its keeper was
  /// cut before it: it has to start again from a snapshot.
  func mustStartAgain(_ device: Device) throws -> Bool {
    guard try device.store.read({ try $0.mustStartAgain() }) else { return false }
    let known = (try? device.replication.space())?.frontiers.map(\.dot) ?? []
    try expect(
      device.purgedTo?.isSubset(of: known) != true,
      "\(device.name) says it has to start again, and all that it has purged to counts")
    return true
  }

  // MARK: Ends of processes

  /// Kills a process; everything that was committed is there when it runs again.
  func kill(_ device: Device) throws {
    count("killed")
    let (vector, replica) = (try device.replication.vector(), try device.replica())
    let former = try device.store.read { try $0.formerReplica() }
    try device.reopen(.kept)
    try expect(
      try device.replication.vector() == vector, "\(device.name) was killed and has lost something")
    if anothersNames.contains(replica), try device.replica() != replica {
      device.consumed = nil
      return try look(at: device)
    }
    // Who was recovered and is not enrolled yet is told so each time, and may be needed as the only
    // owner again.
    try expect(
      !device.replication.wasMinted || former != nil,
      "\(device.name) was killed and takes itself for a copy")
    let now = try device.replica()
    try expect(now == replica || now == former, "\(device.name) is another replica")
    try look(at: device)
  }

  /// Cuts a device's power; what it said it had is there when it runs again.
  func cutPower(of device: Device) throws {
    count("power cut")
    let told = device.told
    try goBack(device, to: .flushed)
    try expect(
      device.vector.covers(told), "\(device.name) has lost what it has told that it had")
  }

  /// Puts a device back to an earlier state of its store.
  func goBack(_ device: Device, to files: Device.Files) throws {
    let replica = try device.replica()
    let left = device.left[replica]
    try device.reopen(files)
    let vector = try device.replication.vector()
    let isLacking = left > vector[replica]
    // What is lost is written otherwise from now on, and a copy has it as it was.
    if !vector.covers(device.vector) { device.backup = nil }
    device.awaited = device.awaited.map { _ in [] }
    device.noted = [:]
    device.consumed = nil
    if case .flushed = files, vector == device.vector, !isLacking { return }
    device.losses += 1
    device.vector = VersionVector()
    (device.newest, device.place) = (.distantPast, 0)
    // It may have been minted since the copy was made; then the copy is of the one before.
    let own = try device.replica()
    try expect(
      !isLacking || own != replica, "\(device.name) writes on as a replica of which it lacks some")
    try look(at: device)
    device.told = VersionVector()
  }
}
