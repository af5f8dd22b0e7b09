#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A folder whose files are there whole or not at all, whenever the process or the machine stops.
///
/// Files are made with mode 0600 and folders with 0700, whatever the umask; a folder that is there
/// keeps its mode. One that `isShared` among the users of a machine goes by the umask, and where
/// its directory has the setgid bit, its group may do with what is made what it may do there.
package struct AtomicFolder: Sendable {
  /// What happens next to a file, for tests that let it fail there.
  package enum Step: Sendable, Hashable {
    case write(String)
    case writeRest(String)
    case flush(String)
    case rename(String)
    case remove(String)
    case flushFolder
  }

  /// Files of one folder have this at the front of their names while they are written.
  static let draftPrefix = ".daybook-"
  /// Seconds after which a draft is nobody's any more where several processes or machines write.
  package static let draftPatience = 3600
  /// Larger files are refused.
  package static let largestFile = 64 << 20

  package let path: String
  /// Whether other users may get at what is made.
  let isShared: Bool
  /// Called before every step; what it throws ends the work there, as a kill would.
  package var interruption: (@Sendable (Step) throws(SnapshotError) -> Void)?

  package init(path: String, isShared: Bool = false) {
    self.path = path
    self.isShared = isShared
  }

  /// The bytes of a file; nil when there is none.
  ///
  /// Never waits: a pipe, a device, a folder and a link are refused before anything is read.
  ///
  /// - Throws: `SnapshotError`: `notAFile`, `tooLarge` for more than `limit` bytes,
  ///   `invalidArgument` for a name that is none, `storage`.
  package func read(
    _ name: String, limit: Int = largestFile
  ) throws(SnapshotError) -> [UInt8]? {
    guard let (descriptor, size) = try opened(name) else { return nil }
    defer { close(descriptor) }
    guard size <= limit else { throw tooLarge(name, limit) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      // Safety: the buffer has room for as many bytes as are asked for.
      let count = systemRead(descriptor, &buffer)
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure("read", name) }
      bytes += buffer[..<count]
      // The file may have grown since its size was asked for.
      guard bytes.count <= limit else { throw tooLarge(name, limit) }
    }
  }

  /// Puts a file in place of the one with its name; `flush()` makes it last.
  ///
  /// The content is on disk before it gets the name, so nobody ever sees half of it.
  package func replace(_ name: String, with bytes: [UInt8]) throws(SnapshotError) {
    _ = try write(bytes, as: name, by: "rename") { draft, place in rename(draft, place) }
  }

  /// Writes a file unless something has its name already, and says whether it did; `flush()` makes
  /// it last.
  ///
  /// Of several who do it at once, one does.
  package func add(_ name: String, _ bytes: [UInt8]) throws(SnapshotError) -> Bool {
    try write(bytes, as: name, by: "link", orElse: EEXIST) { draft, place in
      let code = link(draft, place)
      let reason = errno
      unlink(draft)
      errno = reason
      return code
    }
  }

  /// The name of a file that is being written: short whatever its name will be, and no other
  /// writer's.
  static func draftName() -> String { "\(draftPrefix)\(getpid())-\(UUID().uuidString)" }

  /// Writes a draft and lets `give` give it the name; false when that fails for a known reason.
  private func write(
    _ bytes: [UInt8], as name: String, by call: String, orElse known: Int32? = nil,
    _ give: (_ draft: String, _ place: String) -> Int32
  ) throws(SnapshotError) -> Bool {
    try Self.check(name)
    let draft = Self.draftName()
    do throws(SnapshotError) {
      try write(bytes, to: draft, for: name)
      try interruption?(.rename(name))
      if give(place(draft), place(name)) == 0 { return true }
      guard errno != known else { return false }
      throw failure(call, name)
    } catch {
      // A test's interruption stands for a kill, which leaves the draft.
      if interruption == nil { unlink(place(draft)) }
      throw error
    }
  }

  /// Removes a file, which may be gone already.
  package func remove(_ name: String) throws(SnapshotError) {
    try Self.check(name)
    try interruption?(.remove(name))
    guard unlink(place(name)) == 0 || errno == ENOENT else { throw failure("unlink", name) }
  }

  /// Moves a file into another folder of the same disk, where nothing may have the name.
  package func move(
    _ name: String, to folder: AtomicFolder, as other: String
  ) throws(SnapshotError) {
    try move(FileName(name), to: folder, as: other)
  }

  /// Moves what has a name that need not be text into another folder of the same disk.
  package func move(
    _ name: FileName, to folder: AtomicFolder, as other: String
  ) throws(SnapshotError) {
    try Self.check(other)
    try give(name, theName: other, in: folder)
  }

  /// Moves a file to a name that somebody chose, which file systems limit and nobody else.
  package func give(
    _ name: FileName, theName other: String, in folder: AtomicFolder
  ) throws(SnapshotError) {
    try interruption?(.rename(name.text ?? name.description))
    let source = Array("\(path)/".utf8).map(CChar.init(bitPattern:)) + name.terminated
    guard rename(source, folder.place(other)) == 0 else {
      throw failure("rename", name.description)
    }
  }

  /// How many bytes a file has; nil where there is none, or something else than a plain file.
  package func size(of name: String) -> Int? {
    var status = stat()
    guard lstat(place(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// What tells of a file whether it may have changed since it was looked at: its size, and when it
  /// was written or changed otherwise last, which no program can set.
  package struct Stamp: Hashable, Sendable {
    private let size: Int64
    private let seconds: Int64
    private let nanoseconds: Int64

    fileprivate init(_ status: stat) {
      #if canImport(Darwin)
      let changed = status.st_ctimespec
      #else
      let changed = status.st_ctim
      #endif
      (size, seconds) = (Int64(status.st_size), Int64(changed.tv_sec))
      nanoseconds = Int64(changed.tv_nsec)
    }
  }

  /// What lies under a name.
  package struct Entry: Sendable {
    /// The name.
    package let name: String
    /// Whether it is a folder, which no link to one is.
    package let isFolder: Bool
    /// How many bytes a plain file has; nil for anything else.
    package let size: Int?
    /// Whether it is as it was.
    package let stamp: Stamp
  }

  /// What lies under a name; nil where there is nothing. One look at the file system.
  package func entry(_ name: String) -> Entry? {
    var status = stat()
    guard lstat(place(name), &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    return Entry(
      name: name, isFolder: kind == S_IFDIR, size: kind == S_IFREG ? Int(status.st_size) : nil,
      stamp: Stamp(status))
  }

  /// Whether anything has the name, also a link that leads nowhere.
  package func contains(_ name: String) -> Bool {
    var status = stat()
    return lstat(place(name), &status) == 0
  }

  /// Whether a folder has the name, which no file can replace.
  package func containsFolder(_ name: String) -> Bool {
    var status = stat()
    return lstat(place(name), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Makes names that came or went last.
  package func flush() throws(SnapshotError) {
    try interruption?(.flushFolder)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { throw failure("open", ".") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("fsync", ".") }
  }

  /// Runs alone among all threads and processes that do so in the folder; they wait. Wraps `flock`,
  /// and does not wait on a disk that knows no such locks.
  package func alone<R>(_ body: () throws -> R) throws -> R {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { throw failure("open", ".") }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    // A child that this process is just making has the descriptor too until it runs its program.
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }

  /// - Throws: `SnapshotError.invalidArgument` for a name that is none of a plain visible file.
  package static func check(_ name: String) throws(SnapshotError) {
    let isPlain = !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 200
    guard isPlain, !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0) else {
      throw SnapshotError(
        .invalidArgument, "\"\(name)\" is no file name: at most 200 bytes, no slash, no leading dot"
      )
    }
  }

  func place(_ name: String) -> String { "\(path)/\(name)" }

  func failure(_ call: String, _ name: String) -> SnapshotError {
    let code = errno
    return SnapshotError(
      .storage, "\(call) failed for \(name) in \(path): \(SystemReason.text(code))", reason: code)
  }

  func noFile(_ name: String) -> SnapshotError {
    SnapshotError(
      .notAFile, "\(name) in \(path) is a folder, a link, a pipe or a device, not a plain file")
  }

  private func tooLarge(_ name: String, _ limit: Int) -> SnapshotError {
    SnapshotError(
      .tooLarge,
      "\(name) in \(path) has more than the \(limit) bytes that are read; write less into it")
  }
}

// MARK: Writing

extension AtomicFolder {
  private func write(_ bytes: [UInt8], to draft: String, for name: String) throws(SnapshotError) {
    try interruption?(.write(name))
    let descriptor = try newFile(draft)
    defer { close(descriptor) }
    let half = bytes.count / 2
    try write(bytes[..<half], to: descriptor, for: name)
    try interruption?(.writeRest(name))
    try write(bytes[half...], to: descriptor, for: name)
    try interruption?(.flush(name))
    guard Self.flush(descriptor) == 0 else { throw failure("fsync", draft) }
  }

  /// Makes a file that is not there yet, with the mode that it is to have.
  func newFile(_ draft: String) throws(SnapshotError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(place(draft), flags, isShared ? 0o666 : 0o600)
    guard descriptor >= 0 else { throw failure("open", draft) }
    var made = stat()
    guard fstat(descriptor, &made) == 0, fchmod(descriptor, mode(made, in: path)) == 0 else {
      let error = failure("fchmod", draft)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private func write(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, for name: String
  ) throws(SnapshotError) {
    var rest = bytes
    while !rest.isEmpty {
      // Safety: the pointer is used within the call, for as many bytes as there are.
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("write", name) }
      rest = rest.dropFirst(count)
    }
  }

  /// On Apple systems `fsync` leaves the drive's own cache alone.
  static func flush(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
