#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A folder whose files are there whole or not at all, whenever the process or the machine stops.
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
  private static let draftPrefix = ".daybook-"
  /// Larger files are refused.
  package static let largestFile = 64 << 20

  package let path: String
  /// Called before every step; what it throws ends the work there, as a kill would.
  package var interruption: (@Sendable (Step) throws(SnapshotError) -> Void)?

  package init(path: String) { self.path = path }

  /// Makes the folder unless there is one.
  package func make() throws(SnapshotError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw SnapshotError(.storage, "the folder \(path) cannot be made: \(error)")
    }
  }

  /// The names of the files, those being written left out, in order.
  package func names() throws(SnapshotError) -> [String] {
    try everything().filter { !$0.hasPrefix(".") }.sorted()
  }

  /// The bytes of a file; nil when there is none.
  package func read(
    _ name: String, limit: Int = largestFile
  ) throws(SnapshotError) -> [UInt8]? {
    try Self.check(name)
    let descriptor = open(place(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("open", name)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("fstat", name) }
    guard Int(status.st_size) <= limit else {
      throw SnapshotError(.tooLarge, "\(name) in \(path) has \(status.st_size) bytes")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      // Safety: the buffer has room for as many bytes as are asked for.
      let count = systemRead(descriptor, &buffer)
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure("read", name) }
      bytes += buffer[..<count]
    }
  }

  /// Puts a file in place of the one with its name; `flush()` makes it last.
  ///
  /// The content is on disk before it gets the name, so nobody ever sees half of it.
  package func replace(_ name: String, with bytes: [UInt8]) throws(SnapshotError) {
    try Self.check(name)
    let draft = "\(Self.draftPrefix)\(getpid())-\(name)"
    try write(bytes, to: draft, for: name)
    try interruption?(.rename(name))
    guard rename(place(draft), place(name)) == 0 else { throw failure("rename", name) }
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
    try interruption?(.rename(name))
    guard rename(place(name), folder.place(other)) == 0 else { throw failure("rename", name) }
  }

  /// Whether there is a file with the name.
  package func contains(_ name: String) -> Bool { access(place(name), F_OK) == 0 }

  /// Makes names that came or went last.
  package func flush() throws(SnapshotError) {
    try interruption?(.flushFolder)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", ".") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("fsync", ".") }
  }

  /// Removes what a killed process had begun; only for the one that writes in the folder.
  package func removeDrafts() throws(SnapshotError) {
    for name in try everything() where name.hasPrefix(Self.draftPrefix) {
      guard unlink(place(name)) == 0 || errno == ENOENT else { throw failure("unlink", name) }
    }
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

  private func everything() throws(SnapshotError) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: path) } catch {
      throw SnapshotError(.storage, "the folder \(path) cannot be listed: \(error)")
    }
  }

  private func write(_ bytes: [UInt8], to draft: String, for name: String) throws(SnapshotError) {
    try interruption?(.write(name))
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let descriptor = open(place(draft), flags, 0o644)
    guard descriptor >= 0 else { throw failure("open", draft) }
    defer { close(descriptor) }
    let half = bytes.count / 2
    try write(bytes[..<half], to: descriptor, for: name)
    try interruption?(.writeRest(name))
    try write(bytes[half...], to: descriptor, for: name)
    try interruption?(.flush(name))
    guard Self.flush(descriptor) == 0 else { throw failure("fsync", draft) }
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
  private static func flush(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
  }

  private func place(_ name: String) -> String { "\(path)/\(name)" }

  private func failure(_ call: String, _ name: String) -> SnapshotError {
    let code = errno
    return SnapshotError(
      .storage, "\(call) failed for \(name) in \(path): \(String(cString: strerror(code)))")
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
