/// The folders around a file, which are made with it.
extension NewDataFile {
  /// Makes a folder for its owner alone, and those around it that are missing.
  ///
  /// An app's folder for its own data may be missing until somebody makes it.
  static func makeFolder(_ path: String) throws(LMDBError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let outer = outer(path) {
      try makeFolder(outer)
      if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    }
    throw LMDBError(code: .init(rawValue: errno), call: "mkdir", detail: path)
  }

  /// The path without its last part; nil for one that has a single part.
  private static func outer(_ path: String) -> String? {
    let parts = path.split(separator: "/")
    if parts.count < 2 { return nil }
    return (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
  }

  /// Makes the name of the file, and those of the folders around it, last over a power cut.
  ///
  /// What a commit flushes is the file, and a file without a name is lost. Whoever sees an
  /// environment with no commit but that of its first content does this before its own; so whoever
  /// sees more need not. File systems that cannot flush a directory say so, and are left alone; so
  /// are directories that this process may not read, such as what lies around an app's own.
  static func keepName(in directory: String) throws(LMDBError) {
    for path in folders(around: directory) {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        if [EACCES, EPERM].contains(errno) { continue }
        throw LMDBError(code: .init(rawValue: errno), call: "open", detail: path)
      }
      defer { close(descriptor) }
      if fsync(descriptor) != 0, ![EINVAL, ENOTSUP, EOPNOTSUPP, EBADF, EROFS].contains(errno) {
        throw LMDBError(code: .init(rawValue: errno), call: "fsync", detail: path)
      }
    }
  }

  /// The folders whose content may be new: the file's own, the one that holds it, and further ones
  /// as long as each may have been made by `makeFolder`, here or by a process that has died since.
  static func folders(around directory: String) -> [String] {
    var found = [directory]
    var last = stat()
    stat(directory, &last)
    while true {
      let path = found[found.count - 1] + "/.."
      found.append(path)
      var status = stat()
      let isPrivate =
        stat(path, &status) == 0 && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
      let isRoot = status.st_ino == last.st_ino && status.st_dev == last.st_dev
      if !isPrivate || isRoot { return found }
      last = status
    }
  }
}
