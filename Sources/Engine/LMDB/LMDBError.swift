internal import CDaybook

/// A call into LMDB that failed: which one, with which code, and what the code means.
public struct LMDBError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A return code of LMDB or of the operating system.
  ///
  /// A struct rather than an enum: LMDB passes on every `errno` it meets.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number as C returned it: negative for LMDB's own codes, an `errno` otherwise.
    public let rawValue: Int32

    /// Wraps a code as C returned it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `MDB_KEYEXIST`: the key is there already, or an appended key is not the greatest.
    public static let keyExists = Code(rawValue: MDB_KEYEXIST)
    /// `MDB_NOTFOUND`: no such key, or no such named table.
    public static let notFound = Code(rawValue: MDB_NOTFOUND)
    /// `MDB_CORRUPTED`: a page does not have the shape it must have.
    public static let corrupted = Code(rawValue: MDB_CORRUPTED)
    /// `MDB_PANIC`: writing the root page failed; the environment must be opened anew.
    public static let panic = Code(rawValue: MDB_PANIC)
    /// `MDB_VERSION_MISMATCH`: the file was written by another LMDB format.
    public static let versionMismatch = Code(rawValue: MDB_VERSION_MISMATCH)
    /// `MDB_INVALID`: the file is not an LMDB file.
    public static let invalid = Code(rawValue: MDB_INVALID)
    /// `MDB_MAP_FULL`: the memory map has no page left.
    public static let mapFull = Code(rawValue: MDB_MAP_FULL)
    /// `MDB_DBS_FULL`: as many tables are open as the environment may have.
    public static let tablesFull = Code(rawValue: MDB_DBS_FULL)
    /// `MDB_READERS_FULL`: every slot of the reader table is taken.
    public static let readersFull = Code(rawValue: MDB_READERS_FULL)
    /// `MDB_MAP_RESIZED`: another process made the file larger than this map.
    public static let mapResized = Code(rawValue: MDB_MAP_RESIZED)
    /// `MDB_BAD_VALSIZE`: a key is empty or longer than 511 bytes.
    public static let badValueSize = Code(rawValue: MDB_BAD_VALSIZE)
    /// `MDB_INCOMPATIBLE`: a table of that name is of another sort, or a row and no table.
    public static let incompatible = Code(rawValue: MDB_INCOMPATIBLE)
    /// `EIO`: LMDB 0.9 reports a short write, which a full disk causes, as this.
    public static let inputOutput = Code(rawValue: EIO)
    /// `ENOSPC`: the disk is full.
    public static let noSpace = Code(rawValue: ENOSPC)
    /// `EFBIG`: the process may not make a file so large.
    public static let fileTooLarge = Code(rawValue: EFBIG)
    /// `EDQUOT`: the user may not have so much on the disk.
    public static let overQuota = Code(rawValue: EDQUOT)
    /// `ENOMEM`: the address space of the process has no room for the map.
    public static let noMemory = Code(rawValue: ENOMEM)
    /// `ENOENT`: no such file or directory.
    public static let noSuchFile = Code(rawValue: ENOENT)
    /// `ENOTDIR`: a part of the path is a file.
    public static let notDirectory = Code(rawValue: ENOTDIR)
    /// `EACCES`: the file may not be opened so.
    public static let accessDenied = Code(rawValue: EACCES)
    /// `EROFS`: the file system is mounted for reading.
    public static let readOnlyFileSystem = Code(rawValue: EROFS)
    /// `EMFILE`: the process has as many files open as it may.
    public static let tooManyFiles = Code(rawValue: EMFILE)
    /// `ENFILE`: the system has as many files open as it can.
    public static let tooManyFilesInSystem = Code(rawValue: ENFILE)
    /// `EAGAIN`: the environment is taken.
    public static let busy = Code(rawValue: EAGAIN)
    /// `ENODATA`: the journal is there and the data file is not.
    public static let dataMissing = Code(rawValue: ENODATA)
    /// `ESTALE`: the file was replaced while somebody has it open.
    public static let replaced = Code(rawValue: ESTALE)

    /// The C name, such as `MDB_MAP_FULL` or `ENOSPC`; for others `errno N`.
    public var name: String {
      switch self {
      case .keyExists: "MDB_KEYEXIST"
      case .notFound: "MDB_NOTFOUND"
      case .corrupted: "MDB_CORRUPTED"
      case .panic: "MDB_PANIC"
      case .versionMismatch: "MDB_VERSION_MISMATCH"
      case .invalid: "MDB_INVALID"
      case .mapFull: "MDB_MAP_FULL"
      case .readersFull: "MDB_READERS_FULL"
      case .mapResized: "MDB_MAP_RESIZED"
      case .badValueSize: "MDB_BAD_VALSIZE"
      case .inputOutput: "EIO"
      case .noSpace: "ENOSPC"
      case .fileTooLarge: "EFBIG"
      case .overQuota: "EDQUOT"
      case .noSuchFile: "ENOENT"
      case .notDirectory: "ENOTDIR"
      case .accessDenied: "EACCES"
      case .readOnlyFileSystem: "EROFS"
      case .tooManyFiles: "EMFILE"
      case .tooManyFilesInSystem: "ENFILE"
      case .busy: "EAGAIN"
      case .dataMissing: "ENODATA"
      case .replaced: "ESTALE"
      case Code(rawValue: MDB_PAGE_NOTFOUND): "MDB_PAGE_NOTFOUND"
      case Code(rawValue: MDB_DBS_FULL): "MDB_DBS_FULL"
      case Code(rawValue: MDB_TXN_FULL): "MDB_TXN_FULL"
      case Code(rawValue: MDB_CURSOR_FULL): "MDB_CURSOR_FULL"
      case Code(rawValue: MDB_PAGE_FULL): "MDB_PAGE_FULL"
      case .incompatible: "MDB_INCOMPATIBLE"
      case Code(rawValue: MDB_BAD_RSLOT): "MDB_BAD_RSLOT"
      case Code(rawValue: MDB_BAD_TXN): "MDB_BAD_TXN"
      case Code(rawValue: MDB_BAD_DBI): "MDB_BAD_DBI"
      case Code(rawValue: EINVAL): "EINVAL"
      case .noMemory: "ENOMEM"
      default: "errno \(rawValue)"
      }
    }
  }

  /// What LMDB or the system answered.
  public let code: Code
  /// The C function that answered, such as `mdb_put`.
  public let call: String
  /// What more is known, such as the path; may be empty.
  public let detail: String
  /// Whether a flush may have failed, after which nobody knows what is on disk.
  ///
  /// False when it is known that the call failed before any flush. `mdb_txn_commit` has one code
  /// for its writes, its flush and its root page, so it is true for all of them that the system
  /// reports.
  public let mayHaveFlushed: Bool

  /// Makes an error as this module throws it.
  public init(code: Code, call: String, detail: String = "", mayHaveFlushed: Bool = false) {
    self.code = code
    self.call = call
    self.detail = detail
    self.mayHaveFlushed = mayHaveFlushed
  }

  /// The same error, of a step after which nobody knows what is on disk.
  var afterFlush: LMDBError {
    LMDBError(code: code, call: call, detail: detail, mayHaveFlushed: true)
  }

  /// Says what a failure to write comes from: LMDB reports a short write, which a full disk and a
  /// limit on the size of files give, as `EIO`, and in a new file as `ENOSPC`. Wraps `statvfs` and
  /// `getrlimit`.
  ///
  /// - Parameter path: A store's folder, or a file or folder of the disk that was written to.
  package func explained(at path: String) -> LMDBError {
    guard code == .inputOutput || code == .noSpace else { return self }
    if Self.isAtFileLimit(path) { return with(.fileTooLarge) }
    var status = statvfs()
    guard code == .inputOutput, statvfs(path, &status) == 0,
      UInt64(status.f_bavail) * UInt64(status.f_frsize) < 1 << 20
    else { return self }
    return with(.noSpace)
  }

  private func with(_ code: Code) -> LMDBError {
    LMDBError(code: code, call: call, detail: detail, mayHaveFlushed: mayHaveFlushed)
  }

  /// Whether a file, or one of a store, is as large as this process may make any.
  private static func isAtFileLimit(_ path: String) -> Bool {
    var limit = rlimit()
    #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
    let resource = RLIMIT_FSIZE
    #endif
    // None is the largest number there is, whose value differs.
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < 1 << 62 else { return false }
    return [path, "\(path)/data.mdb", "\(path)/journal"].contains { file in
      var status = stat()
      return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && UInt64(status.st_size) >= UInt64(limit.rlim_cur)
    }
  }

  public var description: String {
    // LMDB's own meanings begin with the name.
    let told = String(cString: mdb_strerror(code.rawValue))
    let prefix = code.name + ": "
    let meaning = told.hasPrefix(prefix) ? String(told.dropFirst(prefix.count)) : told
    return "\(call) failed with \(code.name): \(meaning)" + (detail.isEmpty ? "" : " (\(detail))")
  }
}

/// Throws unless `code` is `MDB_SUCCESS`; the cold half stays out of line.
@inlinable @inline(__always)
func check(_ code: Int32, _ call: StaticString) throws(LMDBError) {
  if code != 0 { try fail(code, call) }
}

@usableFromInline @inline(never)
func fail(_ code: Int32, _ call: StaticString) throws(LMDBError) {
  throw LMDBError(code: .init(rawValue: code), call: call.description)
}
