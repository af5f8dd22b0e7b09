internal import Daybook

/// How far a look at a folder is.
struct FolderLook {
  /// What the next answers are about.
  enum Stage {
    case space
    case snapshots
    /// The newest snapshots that were not looked at yet: their files, what these say, and whether
    /// the last chunks are there whole.
    case frontier(UInt64)
    case manifests(UInt64)
    case chunks(UInt64)
    case replicas
    case files
  }

  let place: FolderPlace
  /// What the reader has; it will ask for the rest.
  let own: VersionVector
  /// Whether listings may begin with the newest file that is known.
  let takesParts: Bool
  var stage = Stage.space
  /// What was not handed out yet.
  var wishes: [FolderWish] = []
  /// How many answers are awaited.
  var awaited = 0

  /// The replicas whose folders are there.
  var replicas: [ReplicaID] = []
  var hasSnapshots = false
  /// The frontiers of which there are snapshots, the newest last.
  var frontiers: [UInt64] = []
  /// The sizes and tags of the files of a frontier.
  var chunks: [String: FolderEntry] = [:]
  /// The manifests of a frontier that make sense.
  var manifests: [SpaceManifest] = []
  /// The last chunks of the frontier that are there whole.
  var whole: Set<String> = []
  /// Those of them that have said what they have.
  var greeters: [ReplicaID] = []
  /// The segments that are to be read, and their tags.
  var tags: [String: FolderTag?] = [:]
  /// All segments that are there.
  var there: Set<String> = []

  init(_ place: FolderPlace, for own: VersionVector, takesParts: Bool) {
    (self.place, self.own, self.takesParts) = (place, own, takesParts)
    wishes = [.list(place.folder, after: nil)]
  }

  /// The path in the folder of the space.
  func path(_ path: String) -> String {
    String(Substring(path.utf8.dropFirst(place.folder.utf8.count + 1)))
  }

  mutating func ask(_ wish: FolderWish) { wishes.append(wish) }

  /// The name in a path.
  static func name(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
