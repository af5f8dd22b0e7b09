internal import Daybook

extension FolderIndex {
  /// The most bytes that a greeting or a manifest may have.
  static let largestNote = 1 << 20

  // MARK: Asking

  /// Begins a look at the folder, which reads the files that are new, have changed, or were not
  /// sound.
  ///
  /// - Parameters:
  ///   - own: what the reader has; it will ask for the rest.
  ///   - signers: the keys that the reader knows; nil believes everybody.
  ///   - takesParts: whether listings may begin with the newest file that is known.
  mutating func begin(
    at place: FolderPlace, for own: VersionVector, believing signers: Signers?,
    takesParts: Bool = false
  ) {
    if let lookedAt, lookedAt != place { self = FolderIndex() }
    (problems, greetings, snapshots, otherSnapshots) = ([:], [:], [], [])
    (read, readBytes) = ([:], 0)
    believe(signers, in: place.space)
    look = FolderLook(place, for: own, takesParts: takesParts && lookedAt != nil && !needsAll)
    (lookedAt, needsAll) = (nil, false)
    _checkInvariants()
  }

  /// The same for a folder in which nothing is new: only what the reader has, and whom it believes,
  /// may be otherwise.
  mutating func lookAgain(for own: VersionVector, believing signers: Signers?) {
    guard let place = lookedAt else { return }
    let manifests = allSnapshots
    believe(signers, in: place.space)
    (snapshots, otherSnapshots) = ([], [])
    // The newest first, as when they were found: one whose maker was unknown may be an owner's now,
    // and then the older ones count no more.
    for frontier in Set(manifests.map(\.frontier)).sorted(by: >) where snapshots.isEmpty {
      sort(manifests.filter { $0.frontier == frontier })
    }
    finish(for: own)
  }

  /// Ends a look that failed. What it found of snapshots counts only with the rest; another
  /// exchange may go on with what was known before.
  mutating func giveUp() {
    (look, snapshots, otherSnapshots) = (nil, [], [])
    _checkInvariants()
  }

  /// What the look needs to know next; empty when it is over.
  mutating func wishes() -> [FolderWish] {
    guard var look else { return [] }
    let wishes = look.wishes
    look.awaited = wishes.count
    look.wishes = []
    self.look = look
    return wishes
  }

  /// Takes the answer to a wish. When no other is awaited, the look goes on.
  mutating func take(_ wish: FolderWish, _ answer: FolderAnswer) {
    guard var look else { return }
    // The index must not hold a second reference to it, or each answer would copy it.
    self.look = nil
    switch (wish, answer) {
    case (.list(let folder, let name), .entries(let entries)):
      list(entries, in: folder, after: name, &look)
    case (.read(let path, _), .content(let content)): note(content, of: path, &look)
    default: break
    }
    look.awaited -= 1
    if look.awaited == 0, look.wishes.isEmpty { goOn(&look) }
    if look.awaited > 0 || !look.wishes.isEmpty { self.look = look }
  }

  private mutating func list(
    _ entries: [FolderEntry], in folder: String, after name: String?, _ look: inout FolderLook
  ) {
    switch look.stage {
    case .space: listSpace(entries, &look)
    case .snapshots:
      look.frontiers = entries.filter(\.isFolder).compactMap { FolderPlace.frontier($0.name) }
        .sorted()
    case .frontier:
      look.chunks = Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
    case .replicas:
      if let replica = FolderPlace.replica(FolderLook.name(folder)) {
        listFiles(of: replica, entries, after: name, &look)
      }
    case .manifests, .chunks, .files: break
    }
  }

  private mutating func note(
    _ content: FolderRead, of path: String, _ look: inout FolderLook
  ) {
    switch look.stage {
    case .manifests(let frontier): noteManifest(content, path, frontier, &look)
    case .chunks:
      let name = FolderLook.name(path)
      guard let bytes = content.content,
        FolderPlace.chunk(SpaceManifest.hash(of: bytes)) == name
      else { break }
      look.whole.insert(name)
      wholeChunks[look.path(path)] = look.chunks[name]?.tag
    case .files:
      let path = look.path(path)
      if FolderLook.name(path) == FolderPlace.vector {
        noteGreeting(content, path, look.place)
      } else {
        noteSegment(content, path, look)
      }
    case .space, .snapshots, .frontier, .replicas: break
    }
  }

  /// Goes on to the next stage that has something to ask.
  private mutating func goOn(_ look: inout FolderLook) {
    while look.wishes.isEmpty {
      switch look.stage {
      case .space:
        look.stage = .snapshots
        if look.hasSnapshots { look.ask(.list(look.place.snapshots, after: nil)) }
      case .snapshots: nextFrontier(&look)
      case .frontier(let frontier):
        look.stage = .manifests(frontier)
        askForManifests(of: frontier, &look)
      case .manifests(let frontier):
        look.stage = .chunks(frontier)
        askForChunks(of: frontier, &look)
      case .chunks(let frontier):
        judge(frontier, look)
        if snapshots.isEmpty { nextFrontier(&look) } else { askForReplicas(&look) }
      case .replicas:
        look.stage = .files
        askForFiles(&look)
        if look.wishes.isEmpty { return end(look) }
      case .files: return end(look)
      }
    }
  }

  // MARK: Files

  mutating func askForReplicas(_ look: inout FolderLook) {
    look.stage = .replicas
    // Members may have removed the files that a new snapshot stands for.
    let isPart = look.takesParts && allSnapshots.map(\.frontier).max() == listedFrontier
    listedFrontier = allSnapshots.map(\.frontier).max()
    for replica in look.replicas {
      let known = names[replica] ?? []
      let after = isPart ? known.dropLast().last : nil
      look.ask(.list(look.place.folder(of: replica), after: after))
    }
  }

  private mutating func listFiles(
    of replica: ReplicaID, _ entries: [FolderEntry], after name: String?,
    _ look: inout FolderLook
  ) {
    let segments = entries.filter { FolderPlace.range($0.name) != nil }
    let before = names[replica] ?? []
    if name != nil, let newest = before.last, !isThere(newest, of: replica, among: segments) {
      // Its writer has withdrawn the newest file, and may have used the name again.
      return look.ask(.list(look.place.folder(of: replica), after: nil))
    }
    let kept = name.map { name in before.filter { $0 <= name } } ?? []
    let new = segments.filter { entry in name.map { entry.name > $0 } ?? true }
    names[replica] = kept + new.map(\.name).sorted()
    for path in kept.map({ Self.path(replica, $0) }) {
      look.there.insert(path)
      problems[path] = useless[path]?.why
    }
    for entry in new { noteListed(entry, of: replica, &look) }
    if entries.contains(where: { $0.name == FolderPlace.vector }) {
      look.greeters.append(replica)
    }
  }

  private func isThere(
    _ name: String, of replica: ReplicaID, among entries: [FolderEntry]
  ) -> Bool {
    guard let entry = entries.first(where: { $0.name == name }) else { return false }
    let path = Self.path(replica, name)
    return (files[path]?.tag ?? useless[path]?.tag ?? entry.tag) == entry.tag
  }

  /// Finds out whether a segment has to be read.
  private mutating func noteListed(
    _ entry: FolderEntry, of replica: ReplicaID, _ look: inout FolderLook
  ) {
    let path = Self.path(replica, entry.name)
    look.there.insert(path)
    if let file = files[path] {
      if file.tag == nil { files[path]?.tag = entry.tag }
      if file.tag == nil || file.tag == entry.tag { return }
      files[path] = nil
    }
    if let known = useless[path], known.tag == entry.tag {
      problems[path] = known.why
      return
    }
    look.tags[path] = .some(entry.tag)
  }

  private func askForFiles(_ look: inout FolderLook) {
    for replica in look.greeters {
      look.ask(.read(look.place.vector(of: replica), limit: Self.largestNote))
    }
    for path in look.tags.keys.sorted() {
      look.ask(.read("\(look.place.folder)/\(path)", limit: Self.largestFile))
    }
  }

  private mutating func noteSegment(
    _ content: FolderRead, _ path: String, _ look: FolderLook
  ) {
    let tag = look.tags[path] ?? nil
    guard let segment = parse(path, content, tag: tag, in: look.place.space) else { return }
    let isSigned = segment.extent.isSound(for: signers, in: look.place.space)
    files[path] = File(extent: segment.extent, tag: tag, isSigned: isSigned)
    let size = content.content?.count ?? 0
    guard isSigned, !look.own.covers(segment.extent.after), readBytes + size <= Self.budget
    else { return }
    read[path] = segment
    readBytes += size
  }

  private mutating func noteGreeting(
    _ content: FolderRead, _ path: String, _ place: FolderPlace
  ) {
    switch content {
    case .missing: return
    case .unreadable(let why): problems[path] = why
    case .bytes(let bytes):
      do {
        let hello = try Hello(bytes: SealedFile.open(.vector, bytes))
        guard hello.space == place.space, let replica = hello.replica,
          Self.path(replica, FolderPlace.vector) == path
        else { throw SyncError(.malformed, "is of another member") }
        guard hello.protocols.overlaps(Hello.spoken) else {
          throw SyncError(.newerMessage, "is of a newer version of Daybook")
        }
        greetings[replica] = hello
      } catch {
        problems[path] = Self.reason(error)
      }
    }
  }

  static func reason(_ error: any Error) -> String {
    (error as? SyncError)?.message ?? "cannot be read: \(error)"
  }

  // MARK: The end

  private mutating func end(_ look: FolderLook) {
    files = files.filter { look.there.contains($0.key) }
    useless = useless.filter { look.there.contains($0.key) }
    let replicas = Set(look.replicas)
    names = names.filter { replicas.contains($0.key) }
    lookedAt = look.place
    finish(for: look.own)
  }

  private mutating func finish(for own: VersionVector) {
    for (path, file) in files { problems[path] = file.isSigned ? nil : Self.unsigned }
    self.own = own
    readPastSnapshot()
    lead(from: own)
    _checkInvariants()
  }

  private static var unsigned: String { "is not signed by whom it names" }
}
