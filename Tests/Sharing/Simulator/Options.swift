import Daybook
import DaybookTesting

/// What may happen in a run, drawn from its seed: each run has some faults and not others, so that
/// none hides another.
struct Options: CustomStringConvertible {
  enum Clocks: String, CaseIterable { case right, skewed, wild }
  enum Purges: String, CaseIterable { case none, held, forced }
  enum Carrier: String, CaseIterable {
    case direct, folder, hub, all

    /// Whether devices exchange with one another.
    var isDirect: Bool { self == .direct || self == .all }
    var byFolder: Bool { self == .folder || self == .all }
    var byHub: Bool { self == .hub || self == .all }
  }

  let seed: UInt64
  /// How many replicas there are at the start; clones come on top of that, up to six.
  let devices: Int
  let steps: Int
  /// The most transactions in one page, and in one file of a folder.
  let page: Int
  /// The most bytes in one page, but for its first transaction.
  let pageBytes: Int
  let carrier: Carrier
  let clocks: Clocks
  let purges: Purges
  /// How many entities there are to write to.
  let entities: Int
  /// Messages are lost, come twice, too late or torn, and links work in one direction only.
  let faultyLinks: Bool
  /// Drives show files late, half, twice, under other names and as they were.
  let faultyDrives: Bool
  let kills: Bool
  let powerCuts: Bool
  let restores: Bool
  let clones: Bool
  /// Copies are made with the key and what is beside it, and both write on.
  let twins: Bool
  let versions: Bool
  let imports: Bool
  let undos: Bool
  let frontiers: Bool
  let revocations: Bool
  let owners: Bool
  let readers: Bool
  let hostiles: Bool
  let fullDisks: Bool
  /// Devices are silent for longer than anybody waits for them.
  let silences: Bool
  let lostKeys: Bool
  /// Others join later, also with invitations that are not theirs.
  let joins: Bool
  /// Stores are written to, purged and exchanged with while an exchange goes on.
  let races: Bool
  /// The hub's directory is lost, or put back to an earlier state.
  let hubLosses: Bool
  /// The hub is enrolled as a reader, and perhaps revoked.
  let hubIsMember: Bool
  /// The folder is in a bucket or on a WebDAV server, and not on a drive: all see the same at once,
  /// and ask over a network.
  let folderIsRemote: Bool

  /// - Parameter isRemote: whether all exchange over a remote folder, whatever the seed says.
  init(seed: UInt64, isRemote: Bool = false) {
    var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 1)
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    func often() -> Bool { Int.random(in: 0..<2, using: &random) == 0 }
    func rarely() -> Bool { Int.random(in: 0..<4, using: &random) == 0 }
    self.seed = seed
    devices = pick([2, 3, 3, 4, 4, 5, 6])
    steps = pick([30, 60, 90])
    page = pick([1, 1, 2, 7, 512])
    let carrier = pick([Carrier.direct, .direct, .folder, .hub, .hub, .all])
    self.carrier = isRemote && !carrier.byFolder ? .folder : carrier
    clocks = pick(Clocks.allCases)
    purges = pick(Purges.allCases)
    entities = pick([1, 2, 5])
    faultyLinks = often()
    faultyDrives = often()
    kills = often()
    powerCuts = rarely()
    restores = rarely()
    clones = rarely()
    versions = often()
    imports = often()
    undos = often()
    frontiers = purges != .none || often()
    revocations = rarely()
    owners = often()
    readers = rarely()
    hostiles = often()
    fullDisks = rarely()
    twins = rarely()
    silences = rarely()
    lostKeys = rarely()
    joins = rarely()
    pageBytes = pick([1, 600, 1 << 20, 1 << 20])
    races = often()
    hubLosses = often()
    hubIsMember = often()
    folderIsRemote = rarely() || isRemote
  }

  /// How much goes into one page.
  var limit: PageLimit {
    PageLimit(transactions: page, bytes: pageBytes)
  }

  var description: String {
    let faults: [(String, Bool)] = [
      ("faulty links", faultyLinks), ("faulty drives", faultyDrives), ("kills", kills),
      ("power cuts", powerCuts), ("restores", restores), ("clones", clones),
      ("twins", twins),
      ("versions", versions), ("imports", imports), ("undos", undos), ("frontiers", frontiers),
      ("revocations", revocations), ("owners", owners), ("readers", readers),
      ("hostiles", hostiles), ("full disks", fullDisks), ("silences", silences),
      ("lost keys", lostKeys), ("joins", joins), ("races", races),
      ("hub losses", hubLosses), ("hub is member", hubIsMember),
      ("remote folder", folderIsRemote),
    ]
    let on = faults.filter(\.1).map(\.0).joined(separator: ", ")
    return """
      \(devices) replicas, \(steps) steps, pages of \(page) and \(pageBytes) bytes, carrier \(carrier), \
      clocks \(clocks), purges \(purges), \(entities) entities; \(on)
      """
  }
}
