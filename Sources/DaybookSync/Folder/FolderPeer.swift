#if Sync
  public import Daybook
  internal import DaybookSnapshot
  internal import Foundation
  internal import Synchronization

  /// A shared folder, a cloud drive or a stick as a peer: every member reads what the others put
  /// there.
  ///
  /// Files lie at `SPACE/REPLICA/FIRST-LAST.dbs`. Each replica writes only into its own directory,
  /// and no file is ever changed, so no copy of a conflict can arise. What comes late, is missing,
  /// short, changed, twice there, or nobody's, changes nothing but what `problems` tells. Links are
  /// not followed.
  public final class FolderPeer: SyncPeer {
    public let name: String
    /// The folder that is shared.
    public let url: URL

    private struct Known {
      /// What was read in this exchange, by path: what is still lacking of it was refused.
      var pulled: Set<String> = []
      /// What is in the sound files, by path.
      var segments: [String: (before: VersionVector, after: VersionVector)] = [:]
      var problems: [String: String] = [:]
      var space: UUID?
      var replica: ReplicaID?
    }

    /// A page of a folder is a file; files are larger than pages between devices.
    private static let limit = TransactionPage.Limit(transactions: 4_096, bytes: 4 << 20)
    private static let largestFile = 32 << 20
    private let known = Mutex(Known())

    /// A folder, which is made when it is written to first.
    ///
    /// - Parameter name: a stable name for what the store remembers of it.
    public init(at url: URL, name: String = "folder") {
      self.url = url
      self.name = name
    }

    /// Files that could not be read when they were looked at last, and why, by their place in the
    /// folder.
    public var problems: [String: String] { known.withLock { $0.problems } }

    // MARK: What is there

    public func hello(_ hello: Hello) async throws -> Hello {
      known.withLock {
        $0.space = hello.space
        $0.replica = hello.replica
        $0.pulled = []
      }
      return Hello(
        space: hello.space, replica: nil, vector: try readable(from: VersionVector()).vector)
    }

    public func pull(
      _ vector: VersionVector, limit: TransactionPage.Limit
    ) async throws -> SyncPage {
      let space = try greeted().space
      let pulled = known.withLock { $0.pulled }
      let next = try readable(from: vector).paths.filter { !pulled.contains($0) }
      for (index, path) in next.enumerated() {
        guard let segment = try read(path, space) else { continue }
        known.withLock { _ = $0.pulled.insert(path) }
        return SyncPage(
          space: space, messages: segment.page.messages, heads: segment.page.heads,
          hasMore: index < next.count - 1)
      }
      return SyncPage(space: space, messages: [], heads: [], hasMore: false)
    }

    /// What somebody who has a vector can read, each file after those that it needs; and what there
    /// is then.
    private func readable(
      from vector: VersionVector
    ) throws -> (vector: VersionVector, paths: [String]) {
      try look()
      var rest = known.withLock { known in known.segments.map { ($0.key, $0.value) } }
        .sorted { $0.0 < $1.0 }
      var (vector, paths) = (vector, [String]())
      while let index = rest.firstIndex(where: { vector.covers($0.1.before) }) {
        let (path, segment) = rest.remove(at: index)
        if vector.covers(segment.after) { continue }
        vector.merge(segment.after)
        paths.append(path)
      }
      return (vector, paths)
    }

    /// Looks at the files that were not sound or not there before.
    private func look() throws {
      let space = try greeted().space
      let root = AtomicFolder(path: "\(url.path)/\(Self.text(space))")
      known.withLock { $0.problems = [:] }
      guard Self.isFolder(url.path), root.isFolder else { return }
      var there: Set<String> = []
      for replica in try names(root) where Self.uuid(replica) != nil {
        guard root.containsFolder(replica) else { continue }
        for name in try names(AtomicFolder(path: "\(root.path)/\(replica)")) {
          guard Self.range(name) != nil else { continue }
          let path = "\(replica)/\(name)"
          there.insert(path)
          if known.withLock({ $0.segments[path] != nil }) { continue }
          if let segment = try read(path, space) {
            known.withLock { $0.segments[path] = (segment.before, segment.after) }
          }
        }
      }
      known.withLock { known in
        known.segments = known.segments.filter { there.contains($0.key) }
      }
    }

    /// All sound segments, also of who contradicts what others have put there.
    func segments() throws -> [Segment] {
      try look()
      let space = try greeted().space
      return try known.withLock { $0.segments.keys.sorted() }.compactMap { try read($0, space) }
    }

    /// A file; nil for one that is no sound segment of the space, which is noted.
    private func read(_ path: String, _ space: UUID) throws -> Segment? {
      let parts = path.split(separator: "/").map(String.init)
      let folder = AtomicFolder(path: "\(url.path)/\(Self.text(space))/\(parts[0])")
      do {
        guard let bytes = try folder.read(parts[1], limit: Self.largestFile) else { return nil }
        let segment = try Segment(bytes)
        if segment.space == space { return segment }
        note(path, "is of another space")
      } catch let error as SyncError {
        note(path, error.message)
      } catch let error as SnapshotError {
        note(path, error.message)
      }
      return nil
    }

    private func note(_ path: String, _ problem: String) {
      known.withLock {
        $0.problems[path] = problem
        $0.segments[path] = nil
      }
    }

    private func names(_ folder: AtomicFolder) throws -> [String] {
      do { return try folder.names() } catch { throw SyncError(.peer, error.message) }
    }

    // MARK: Writing

    public func push(_ page: SyncPage) async throws -> PushReply {
      let (space, replica) = try greeted()
      guard page.space == space else {
        throw SyncError(.foreignSpace, "the page is of another space than the folder's")
      }
      let there = try readable(from: VersionVector()).vector
      // What the folder says to have and its writer does not was perhaps refused by everybody.
      let before = there.common(with: page.held)
      var after = before
      for head in page.heads {
        after[head.dot.replica] = max(after[head.dot.replica], head.dot.sequence)
      }
      guard !there.covers(after) else { return PushReply(vector: there, refused: []) }
      let folder = AtomicFolder(path: "\(url.path)/\(Self.text(space))/\(Self.text(replica.uuid))")
      let bytes = Segment(page, before: before, after: after).bytes
      do { try Self.write(bytes, page.messages.count, to: folder) } catch {
        throw SyncError(.peer, error.message)
      }
      after.merge(there)
      return PushReply(vector: after, refused: [])
    }

    /// Writes the next file of a directory, which holds so many transactions.
    private static func write(
      _ bytes: [UInt8], _ count: Int, to folder: AtomicFolder
    ) throws(SnapshotError) {
      try folder.make()
      try folder.removeDrafts()
      let last = try folder.names().compactMap { range($0)?.upperBound }.max() ?? 0
      let name = "\(digits(last + 1))-\(digits(last + UInt64(count))).dbs"
      try folder.replace(name, with: bytes)
      try folder.flush()
    }

    public var limit: TransactionPage.Limit? { Self.limit }

    private func greeted() throws -> (space: UUID, replica: ReplicaID) {
      let (space, replica) = known.withLock { ($0.space, $0.replica) }
      guard let space, let replica else {
        throw SyncError(.peer, "the folder was not told yet whose it is")
      }
      return (space, replica)
    }

    // MARK: Names

    private static func text(_ id: UUID) -> String { id.uuidString.lowercased() }

    private static func uuid(_ name: String) -> UUID? {
      guard let id = UUID(uuidString: name), text(id) == name else { return nil }
      return id
    }

    private static func digits(_ number: UInt64) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, 12 - text.count)) + text
    }

    /// The transactions of a file by its name, counted in its directory; nil for any other name.
    private static func range(_ name: String) -> ClosedRange<UInt64>? {
      guard name.hasSuffix(".dbs") else { return nil }
      let parts = name.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, let first = UInt64(parts[0]), let last = UInt64(parts[1]),
        first <= last, first > 0, name == "\(digits(first))-\(digits(last)).dbs"
      else { return nil }
      return first...last
    }

    private static func isFolder(_ path: String) -> Bool {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && isFolder.boolValue
    }
  }

  extension AtomicFolder {
    /// Whether there is a folder, and no link to one.
    fileprivate var isFolder: Bool {
      let url = URL(fileURLWithPath: path)
      return AtomicFolder(path: url.deletingLastPathComponent().path)
        .containsFolder(url.lastPathComponent)
    }
  }
#endif
