#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension AtomicFolder {
  /// Makes the folder, and those around it, unless there is one. Returns which it made, the
  /// outermost first.
  @discardableResult
  package func make() throws(SnapshotError) -> [String] {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return [] }
    var missing: [String] = []
    var parent = path
    while parent != "/", stat(parent, &status) != 0 {
      missing.append(parent)
      guard let slash = parent.lastIndex(of: "/"), slash > parent.startIndex else { break }
      parent = String(parent[..<slash])
    }
    if missing.isEmpty { errno = ENOTDIR }
    var made: [String] = []
    for folder in missing.reversed() {
      if try makeFolder(at: folder) {
        made.append(folder)
      } else if errno != EEXIST {
        throw cannotBeMade()
      }
    }
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      errno = ENOTDIR
      throw cannotBeMade()
    }
    return made
  }

  /// Makes a folder in this one, unless there is one; a link to one is none.
  package func makeFolder(_ name: String) throws(SnapshotError) -> AtomicFolder {
    try Self.check(name)
    let folder = AtomicFolder(path: place(name), isShared: isShared)
    if try folder.makeFolder(at: folder.path) { return folder }
    if errno != EEXIST {
      throw folder.cannotBeMade()
    } else if !containsFolder(name) {
      errno = ENOTDIR
      throw folder.cannotBeMade()
    }
    return folder
  }

  /// Makes a folder with the mode that it is to have. Returns false, with `errno`, when it cannot.
  func makeFolder(at path: String) throws(SnapshotError) -> Bool {
    guard mkdir(path, isShared ? 0o777 : 0o700) == 0 else { return false }
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? "."
    var made = stat()
    guard stat(path, &made) == 0, chmod(path, mode(made, in: parent)) == 0 else {
      throw cannotBeMade()
    }
    return true
  }

  /// The mode of what was just made in a directory. A umask may have taken the owner's own bits.
  func mode(_ made: stat, in directory: String) -> mode_t {
    let isFolder = made.st_mode & S_IFMT == S_IFDIR
    let own: mode_t = isFolder ? 0o700 : 0o600
    var around = stat()
    guard isShared, stat(directory, &around) == 0 else { return own }
    let usual = made.st_mode & 0o7777 | own
    if around.st_mode & S_ISGID == 0 { return usual }
    return usual | around.st_mode & (isFolder ? 0o070 | S_ISGID : 0o060)
  }

  /// Whether there is a folder at a path; a link to one is none.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Removes the folder, unless somebody put something into it.
  package func removeEmpty() { rmdir(path) }

  /// The names of the files, those being written left out, in order.
  package func names() throws(SnapshotError) -> [String] {
    try everything().compactMap(\.text).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// What has a name that is not UTF-8, in order.
  package func unreadableNames() throws(SnapshotError) -> [FileName] {
    try everything().filter { $0.text == nil }.sorted {
      $0.bytes.lexicographicallyPrecedes($1.bytes)
    }
  }

  /// Removes what a killed process had begun.
  ///
  /// - Parameter seconds: how long nothing was written to it; 0 only for the one that writes in the
  ///   folder.
  package func removeDrafts(idleFor seconds: Int = 0) throws(SnapshotError) {
    let now = time(nil)
    for name in try everything().compactMap(\.text) where name.hasPrefix(Self.draftPrefix) {
      if containsFolder(name) { continue }
      if seconds > 0, now - (lastWritten(name) ?? now) < seconds { continue }
      guard unlink(place(name)) == 0 || errno == ENOENT else { throw failure("unlink", name) }
    }
  }

  /// When something was written to a file last, in seconds since 1970; nil when it is gone.
  package func lastWritten(_ name: String) -> Int? {
    var status = stat()
    guard lstat(place(name), &status) == 0 else { return nil }
    #if canImport(Darwin)
    return status.st_mtimespec.tv_sec
    #else
    return status.st_mtim.tv_sec
    #endif
  }

  func everything() throws(SnapshotError) -> [FileName] {
    guard let listing = opendir(path) else { throw cannotBeListed() }
    defer { closedir(listing) }
    var names: [FileName] = []
    while true {
      errno = 0
      guard let entry = readdir(listing) else {
        guard errno == 0 else { throw cannotBeListed() }
        return names
      }
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      // Safety: the name in an entry ends with a zero byte and stays until the next call.
      let text = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      let name = FileName(text)
      if name.text != ".", name.text != ".." { names.append(name) }
    }
  }

  private func cannotBeMade() -> SnapshotError {
    let code = errno
    return SnapshotError(
      .storage, "the folder \(path) cannot be made: \(SystemReason.text(code))", reason: code)
  }

  private func cannotBeListed() -> SnapshotError {
    let code = errno
    return SnapshotError(
      .storage, "the folder \(path) cannot be listed: \(SystemReason.text(code))")
  }
}

/// The name of something in a folder: bytes, on Linux of any sort.
package struct FileName: Sendable, Hashable, CustomStringConvertible {
  /// The bytes, without a zero at the end.
  package let bytes: [UInt8]

  package init(_ text: String) { bytes = Array(text.utf8) }

  init(_ text: UnsafePointer<CChar>) {
    // Safety: the caller's text ends with a zero byte.
    bytes = UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:))
  }

  /// The name as text; nil when it is not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The name with what is not ASCII as `%` and two digits.
  package var description: String {
    if let text { return text }
    return bytes.map { byte in
      if (0x21..<0x7F).contains(byte), byte != UInt8(ascii: "%") {
        return String(UnicodeScalar(byte))
      }
      return "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  /// As the calls of the system take it.
  var terminated: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }
}
