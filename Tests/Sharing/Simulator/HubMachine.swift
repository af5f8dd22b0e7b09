import Daybook
import DaybookHub
import DaybookTesting
import Foundation

/// A hub with all that belongs to it: its process, its directory, its disk.
final class HubMachine {
  /// Its number among those between whom links are cut.
  static let index = -1

  let clock = DeviceClock()
  private(set) var hub: Hub
  private(set) var faults = FaultPlan()
  private(set) var hasBackup = false

  // MARK: What it has done, to judge by

  /// What it had when it was looked at last.
  var vector = VersionVector()
  /// What it has said that it has, since its directory was the one that it is.
  var told = VersionVector()
  /// Whether its store has begun with a snapshot.
  var hasBegun = false
  /// Whether it lacks the beginning of a chain that it would have to check.
  var lacksChains = false

  private let root: String
  private let space: UUID
  private let power: PowerImage?
  private var directory: String
  private var generation = 0

  init(_ options: Options, root: String, _ space: UUID, _ now: Date) throws {
    (self.root, self.space) = (root, space)
    clock.set(now)
    power = options.powerCuts ? PowerImage() : nil
    directory = "\(root)/hub-0"
    hub = try Self.open(directory, clock, faults, power)
    power?.watch(file, image: image)
  }

  private var place: String { "spaces/\(space.uuidString.lowercased())/data.mdb" }
  private var file: String { "\(directory)/\(place)" }
  private var image: String { "\(root)/hub-image" }
  private var backup: String { "\(root)/hub-backup" }

  /// A hub that nobody limits: no time passes while a device calls.
  private static func open(
    _ directory: String, _ clock: DeviceClock, _ faults: FaultPlan, _ power: PowerImage?
  ) throws -> Hub {
    var stores = StoreOptions()
    stores.now = { clock.now }
    stores.pageChecks = .none
    stores.mapSize = 1 << 26
    stores.checkpoint = (1 << 16, 4 << 20, 2_000_000)
    faults.install(in: &stores)
    if let power { stores.didCommit = { if $0 == .durable { power.take() } } }
    var limits = HubLimits()
    limits.callsPerSecond = 1_000_000
    return try Hub(at: directory, name: "the hub", limits: limits, stores: stores)
  }

  /// Its store of the space; nil when it has nothing of it.
  func store() throws -> EventStore? { try hub.store(of: space) }

  // MARK: Ends

  /// What is in its directory when it runs again.
  enum Files {
    /// All that was committed: the process was killed.
    case kept
    /// What was flushed: the power was cut.
    case flushed
    /// What a copy holds.
    case backup
    /// Nothing but what says who it is.
    case none
  }

  /// Ends its process at once, and begins another one.
  func reopen(_ files: Files) throws {
    generation += 1
    let (last, next) = (directory, "\(root)/hub-\(generation)")
    try Self.copy(files == .backup ? backup : last, next, withSpaces: files != .none)
    directory = next
    if files == .flushed, FileManager.default.fileExists(atPath: file) {
      try? FileManager.default.removeItem(atPath: file)
      try? File.copy(image, file)
    }
    hub = try Self.open(directory, clock, faults, power)
    try? FileManager.default.removeItem(atPath: last)
    try? FileManager.default.removeItem(atPath: image)
    power?.watch(file, image: image)
  }

  /// Keeps a copy of its directory.
  func makeBackup() throws {
    try? FileManager.default.removeItem(atPath: backup)
    try Self.copy(directory, backup, withSpaces: true)
    hasBackup = true
  }

  /// Nothing goes wrong any more.
  func mend() throws {
    faults = FaultPlan()
    try reopen(.kept)
  }

  private static func copy(_ from: String, _ to: String, withSpaces: Bool) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: to, withIntermediateDirectories: true)
    for path in try files.subpathsOfDirectory(atPath: from).sorted() {
      let isOfSpaces = path.hasPrefix("spaces") || path.hasPrefix("kept")
      if isOfSpaces && !withSpaces || path.hasSuffix("lock.mdb") { continue }
      var isFolder: ObjCBool = false
      guard files.fileExists(atPath: "\(from)/\(path)", isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        try files.createDirectory(atPath: "\(to)/\(path)", withIntermediateDirectories: true)
      } else {
        try files.copyItem(atPath: "\(from)/\(path)", toPath: "\(to)/\(path)")
      }
    }
  }
}
