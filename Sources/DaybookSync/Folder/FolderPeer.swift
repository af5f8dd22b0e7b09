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
      /// What is in the sound files, by path.
      var segments: [String: (before: VersionVector, after: VersionVector)] = [:]
      var problems: [String: String] = [:]
      var space: UUID?
      var replica: ReplicaID?
      /// What can be read of the folder.
      var vector = VersionVector()
      /// The files that whoever greeted lacks and did not get yet, in the order of reading; the
      /// next one last.
      var next: [String] = []
      /// Pages of such files, so that most are read once.
      var pages: [String: SyncPage] = [:]
      /// How many bytes their files have.
      var pageBytes = 0
    }

    /// A page of a folder is a file; files are larger than pages between devices.
    private static let limit = TransactionPage.Limit(transactions: 4_096, bytes: 4 << 20)
    private static let largestFile = 32 << 20
    /// How much of files is kept until it is asked for.
    private static let mostPageBytes = 64 << 20
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
      }
      try look(for: hello.vector)
      return known.withLock { known in
        known.vector = ReadingOrder(from: VersionVector(), of: known.segments).vector
        known.next = ReadingOrder(from: hello.vector, of: known.segments).paths.reversed()
        return Hello(space: hello.space, replica: nil, vector: known.vector)
      }
    }

    /// The next file that whoever greeted last lacks; each once, so that one that is refused holds
    /// up no other.
    public func pull(
      _ vector: VersionVector, limit: TransactionPage.Limit
    ) async throws -> SyncPage {
      let space = try greeted().space
      while let path = nextPath(vector) {
        guard let page = try keptPage(path) ?? read(path, space)?.segment.page else { continue }
        return SyncPage(
          space: space, messages: page.messages, heads: page.heads,
          hasMore: known.withLock { !$0.next.isEmpty })
      }
      return SyncPage(space: space, messages: [], heads: [], hasMore: false)
    }

    private func nextPath(_ vector: VersionVector) -> String? {
      known.withLock { known in
        while let path = known.next.popLast() {
          if let segment = known.segments[path], !vector.covers(segment.after) { return path }
        }
        return nil
      }
    }

    private func keptPage(_ path: String) -> SyncPage? {
      known.withLock { $0.pages.removeValue(forKey: path) }
    }

    /// Looks at the files that were not sound or not there before.
    ///
    /// - Parameter vector: what whoever greets has, and need not be kept for it.
    private func look(for vector: VersionVector) throws {
      let space = try greeted().space
      let root = AtomicFolder(path: "\(url.path)/\(Self.text(space))")
      known.withLock {
        $0.problems = [:]
        $0.pages = [:]
        $0.pageBytes = 0
      }
      var there: Set<String> = []
      if Self.isFolder(url.path), root.isFolder {
        for replica in try names(root) where Self.uuid(replica) != nil {
          guard root.containsFolder(replica) else { continue }
          for name in try names(AtomicFolder(path: "\(root.path)/\(replica)"))
          where Self.range(name) != nil {
            there.insert("\(replica)/\(name)")
          }
        }
      }
      for path in there.sorted() where known.withLock({ $0.segments[path] == nil }) {
        if let found = try read(path, space) { keep(found.segment, found.bytes, path, for: vector) }
      }
      known.withLock { known in
        known.segments = known.segments.filter { there.contains($0.key) }
      }
    }

    private func keep(
      _ segment: Segment, _ bytes: Int, _ path: String, for vector: VersionVector
    ) {
      known.withLock { known in
        known.segments[path] = (segment.before, segment.after)
        guard !vector.covers(segment.after), known.pageBytes + bytes <= Self.mostPageBytes else {
          return
        }
        known.pages[path] = segment.page
        known.pageBytes += bytes
      }
    }

    /// A file and its size; nil for one that is no sound segment of the space, which is noted.
    private func read(
      _ path: String, _ space: UUID
    ) throws -> (segment: Segment, bytes: Int)? {
      let parts = path.split(separator: "/").map(String.init)
      let folder = AtomicFolder(path: "\(url.path)/\(Self.text(space))/\(parts[0])")
      do {
        guard let bytes = try folder.read(parts[1], limit: Self.largestFile) else { return nil }
        let segment = try Segment(bytes)
        if segment.space == space { return (segment, bytes.count) }
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
      let before = known.withLock { $0.vector }
      var after = before
      for head in page.heads {
        after[head.dot.replica] = max(after[head.dot.replica], head.dot.sequence)
      }
      guard after != before else { return PushReply(vector: before, refused: []) }
      let folder = AtomicFolder(path: "\(url.path)/\(Self.text(space))/\(Self.text(replica.uuid))")
      let bytes = Segment(page, before: before, after: after).bytes
      let name: String
      do { name = try Self.write(bytes, page.messages.count, to: folder) } catch {
        throw SyncError(.peer, error.message)
      }
      known.withLock { [after] known in
        known.segments["\(Self.text(replica.uuid))/\(name)"] = (before, after)
        known.vector = after
      }
      return PushReply(vector: after, refused: [])
    }

    /// Writes the next file of a directory, which holds so many transactions. Returns its name.
    private static func write(
      _ bytes: [UInt8], _ count: Int, to folder: AtomicFolder
    ) throws(SnapshotError) -> String {
      try folder.make()
      try folder.removeDrafts()
      let last = try folder.names().compactMap { range($0)?.upperBound }.max() ?? 0
      let name = "\(digits(last + 1))-\(digits(last + UInt64(count))).dbs"
      try folder.replace(name, with: bytes)
      try folder.flush()
      return name
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
