import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import Synchronization

/// The wall clock of a device: the true time, or what it takes for that.
final class DeviceClock: Sendable {
  private let time = Mutex<Date>(Date(timeIntervalSince1970: 0))

  var now: Date { time.withLock { $0 } }
  func set(_ date: Date) { time.withLock { $0 = date } }
}

/// Identifiers that a seed repeats.
final class SeededIDs: Sendable {
  private let random: Mutex<SeededGenerator>

  init(seed: UInt64) { random = Mutex(SeededGenerator(seed: seed)) }
  @Sendable func next() -> UUID { random.withLock { $0.uuid() } }
}

/// What would be on a device's disk after a power cut: the file as the last flush left it.
final class PowerImage: Sendable {
  private let paths = Mutex<(file: String, image: String)?>(nil)

  func watch(_ file: String, image: String) {
    paths.withLock { $0 = (file, image) }
    take()
  }

  func take() {
    paths.withLock { paths in
      if let paths { try? File.copy(paths.file, paths.image) }
    }
  }
}

enum File {
  static func copy(_ from: String, _ to: String) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: from))
    try bytes.write(to: URL(fileURLWithPath: to))
  }
}

/// A replica with all that belongs to it: its files, its clock, its key, its view of the drive.
final class Device {
  let index: Int
  let clock = DeviceClock()
  private(set) var key: ReplicaKey
  /// What the clock is ahead of the true time, in seconds.
  var offset: Double = 0
  /// What the clock shows for ever; nil for one that goes.
  var frozen: Date?
  /// Which version of the app it runs, from 0.
  var version: Int {
    didSet { if version > 0 { wasUpgraded = true } }
  }
  /// Whether a version of the app with the later notes has had its store.
  private var wasUpgraded: Bool
  var faults = FaultPlan()
  private(set) var replication: Replication
  private(set) var folder: String

  // MARK: What it has done, to judge by

  /// What it had when it was looked at last.
  var vector = VersionVector()
  /// The newest place in its history that it had.
  var place: UInt64 = 0
  /// The newest time of all that it had.
  var newest = HybridTime.distantPast
  /// The latest that its clock has shown.
  var latest = Date(timeIntervalSince1970: 0)
  /// What of others it has said it has.
  var told = VersionVector()
  /// What of its own has left it.
  var left = VersionVector()
  /// Whether it writes under names that another one writes under, too.
  var isTwin = false
  /// How often it went back to an earlier state.
  var losses = 0
  /// Of which others it knows how far they are, in which of their lives, and when it heard that
  /// last, by its own clock.
  var noted: [Life: Date] = [:]
  /// The latest time, by its own clock, at which it heard of each peer.
  var heard: [String: Date] = [:]
  /// Whom every purge has waited for; nil before the first.
  var awaited: Set<Life>?
  /// The frontiers that it has purged to; nil when it began with a snapshot.
  var purgedTo: Set<Dot>? = []
  /// What its consumer has worked on; nil when that is not known.
  var consumed: Set<Dot>? = []
  /// The last page that it has sent to each other one.
  var lastPages: [Int: [UInt8]] = [:]
  var backup: Backup?
  var peer: FolderPeer?
  /// The hub as it knows it, in a session that goes on from one exchange to the next.
  var hub: (peer: HubPeer, link: HubLink)?

  struct Life: Hashable {
    let index: Int
    let losses: Int
  }

  struct Backup {
    let path: String
    let consumed: Set<Dot>?
  }

  private let root: String
  private let ids: SeededIDs
  private let power: PowerImage?
  private let limit: PageLimit
  private var generation = 0

  var store: EventStore { replication.store }
  var life: Life { Life(index: index, losses: losses) }
  var name: String { "device\(index)" }
  /// Whether it runs the first version of the app on what a later one has folded.
  var isDowngraded: Bool { version == 0 && wasUpgraded }
  var drive: URL { URL(fileURLWithPath: "\(root)/drive\(index)") }

  /// How a device comes to its first store.
  enum Origin {
    case founder(space: UUID)
    case copy(of: Device)
    /// As a copy, with the key and what is beside it.
    case twin(of: Device)
    case invitation((EnrolmentRequest) async throws -> Invitation)
  }

  init(
    _ index: Int, _ options: Options, root: String, version: Int, _ now: Date, from origin: Origin
  ) async throws {
    self.index = index
    self.root = root
    self.version = version
    wasUpgraded = version > 0
    if case .copy(let other) = origin { wasUpgraded = other.wasUpgraded }
    if case .twin(let other) = origin { wasUpgraded = other.wasUpgraded }
    ids = SeededIDs(seed: options.seed &* 1_000 &+ UInt64(index))
    power = options.powerCuts ? PowerImage() : nil
    limit = options.limit
    if case .twin(let other) = origin {
      let (file, copy) = (other.key.path, "\(root)/key\(index)")
      try FileManager.default.copyItem(atPath: file, toPath: copy)
      if FileManager.default.fileExists(atPath: file + ".guard") {
        try FileManager.default.copyItem(atPath: file + ".guard", toPath: copy + ".guard")
      }
    }
    key = try ReplicaKey.load(at: "\(root)/key\(index)", creating: true)
    folder = "\(root)/device\(index)-0"
    clock.set(now)
    latest = now
    var store = Self.options(clock, ids, faults, power)
    let schema = Schema.simulated[version]
    switch origin {
    case .founder(let space):
      store.space = space
      replication = try Replication(
        of: EventStore.open(at: folder, schema: schema, options: store), key: key, limit: limit)
    case .copy(let other), .twin(let other):
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try File.copy("\(other.folder)/data.mdb", "\(folder)/data.mdb")
      replication = try Self.replication(
        of: EventStore.open(at: folder, schema: schema, options: store), key, limit)
    case .invitation(let invite):
      let request = Replication.request(of: key, replica: ReplicaID(ids.next()))
      let joined = try Replication.join(
        at: folder, schema: schema, key: key, invitation: try await invite(request),
        options: store)
      replication = try Replication(of: joined.store, key: key, limit: limit)
    }
    power?.watch("\(folder)/data.mdb", image: imagePath)
  }

  private var imagePath: String { "\(root)/image\(index)" }

  private static func options(
    _ clock: DeviceClock, _ ids: SeededIDs, _ faults: FaultPlan, _ power: PowerImage?
  ) -> StoreOptions {
    var options = StoreOptions()
    options.now = { clock.now }
    options.makeID = ids.next
    options.pageChecks = .none
    options.mapSize = 1 << 26
    // A small journal is made sooner.
    options.checkpoint = (1 << 16, 4 << 20, 2_000_000)
    faults.install(in: &options)
    if let power { options.didCommit = { if $0 == .durable { power.take() } } }
    return options
  }

  private static func replication(
    of store: EventStore, _ key: ReplicaKey, _ limit: PageLimit
  ) throws -> Replication {
    do { return try Replication(of: store, key: key, limit: limit) } catch let error as SyncError
      where error.code == .copied || error.code == .key
    {
      // The only owner: nobody has what it lacks, or its key, for all that it knows.
      try store.mintReplica()
      return try Replication(of: store, key: key, limit: limit)
    }
  }

  // MARK: Ends

  /// What a file holds that is opened next.
  enum Files {
    /// All that was committed: the process was killed.
    case kept
    /// What was flushed: the power was cut.
    case flushed
    /// What a copy holds.
    case copy(String)
  }

  /// Ends the process at once and opens what is left.
  func reopen(_ files: Files) throws {
    generation += 1
    let (last, next) = (folder, "\(root)/device\(index)-\(generation)")
    try FileManager.default.createDirectory(atPath: next, withIntermediateDirectories: true)
    let source =
      switch files {
      case .kept: "\(last)/data.mdb"
      case .flushed: imagePath
      case .copy(let path): path
      }
    try File.copy(source, "\(next)/data.mdb")
    folder = next
    (peer, hub) = (nil, nil)
    let store = try EventStore.open(
      at: folder, schema: Schema.simulated[version],
      options: Self.options(clock, ids, faults, power))
    replication = try Self.replication(of: store, key, limit)
    try? FileManager.default.removeItem(atPath: last)
    power?.watch("\(folder)/data.mdb", image: imagePath)
  }

  /// Loses its key, perhaps with what is noted beside it, and goes on with a new one.
  func loseKey(withGuard: Bool) throws {
    try FileManager.default.removeItem(atPath: key.path)
    if withGuard { try? FileManager.default.removeItem(atPath: key.path + ".guard") }
    key = try ReplicaKey.load(at: key.path, creating: true)
    try reopen(.kept)
  }

  /// A copy of its store with what the only owner had sent and a peer gives back; nil when the copy
  /// needs none of it, or the peer has not all.
  ///
  /// - Parameters:
  ///   - peer: what gives it back, as the copy knows it.
  ///   - edits: what is written to the copy before, a transaction each: perhaps under the numbers
  ///     of what had been sent.
  func recover(
    _ file: String, after edits: [Edit], from peer: (EventStore) -> any SyncPeer
  ) async throws -> String? {
    let folder = "\(root)/recovered\(index)"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try File.copy(file, "\(folder)/data.mdb")
    let store = try EventStore.open(
      at: folder, schema: Schema.simulated[version],
      options: Self.options(clock, ids, FaultPlan(), nil))
    guard try KeyStanding(of: store, key).lack != nil else { return nil }
    for edit in edits {
      try await store.append(author: name) { [version] draft in
        try edit.append(to: &draft, version: version)
      }
    }
    do {
      _ = try await Replication.recover(store, key: key, from: peer(store), limit: limit)
    } catch let error as SyncError {
      // Two when the peer has purged it: only owners' snapshots are taken. The last of a hub that
      // nobody has brought the space, or who this is.
      let isPeers: [SyncError.Code] = [
        .copied, .peer, .badSignature, .needsSnapshot, .notEnrolled,
      ]
      guard isPeers.contains(error.code) else { throw error }
      return nil
    }
    try await store.flush()
    return "\(folder)/data.mdb"
  }

  /// Keeps a copy of its store.
  func makeBackup() throws {
    let path = "\(root)/backup\(index)"
    try File.copy("\(folder)/data.mdb", path)
    backup = Backup(path: path, consumed: consumed)
  }

  /// Lets what is there now survive a power cut.
  func flush() async throws {
    try await store.flush()
    power?.take()
  }

  // MARK: What it shows

  func replica() throws -> ReplicaID { try replication.replica() }

  func note(_ id: UUID) throws -> NoteState? {
    try store.read { reader in
      version == 0
        ? try reader.state(OldNote.self, id)?.state : try reader.state(Note.self, id)?.state
    }
  }
}
