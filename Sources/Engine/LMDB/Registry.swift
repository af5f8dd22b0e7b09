internal import Synchronization

/// The environments that this process has open, by file rather than by path.
///
/// LMDB does not refuse a second handle on one file, and closing either drops the process's lock:
/// the next process then resets the reader table under the readers of the handle that is left.
enum Registry {
  struct FileID: Hashable {
    let device: UInt64
    let inode: UInt64

    /// The identity of the file at `path`; nil when there is none.
    init?(path: String) {
      guard let status = Self.status(of: path) else { return nil }
      self.init(status)
    }

    /// What `stat` says of a path; nil when there is nothing.
    ///
    /// A string that is passed as it is would be copied to the heap, each commit twice.
    static func status(of path: String) -> stat? {
      var status = stat()
      return path.withCString { stat($0, &status) } == 0 ? status : nil
    }

    /// The identity of an open file; nil when that cannot be told.
    init?(_ descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      self.init(status)
    }

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }

    /// One of so many places, which another file has with a chance of one in as many.
    func place(of places: Int64) -> Int64 {
      // Multiplying by the odd number next to 2^64 divided by the golden ratio spreads neighbours
      // (Knuth, The Art of Computer Programming 3, 6.4).
      let hash = (inode &+ device &* 0xFF51_AFD7_ED55_8CCD) &* 0x9E37_79B9_7F4A_7C15
      return Int64(hash % UInt64(places))
    }
  }

  private static let open = Mutex<Set<FileID>>([])

  /// Runs `body`, which opens the data file of `directory`, and enters it and its lock file unless
  /// one of them is entered already.
  ///
  /// The set stays locked meanwhile, so that two openers of a fresh file cannot both win.
  static func opening(
    _ directory: String, _ body: () throws(LMDBError) -> OpenFile
  ) throws(LMDBError) -> OpenFile {
    try open.withLock { (files) throws(LMDBError) -> OpenFile in
      let data = directory + "/data.mdb"
      if let known = FileID(path: data), files.contains(known) {
        throw LMDBError(
          code: .busy, call: "mdb_env_open", detail: "\(data) is open in this process already")
      }
      if let known = FileID(path: directory + "/lock.mdb"), files.contains(known) {
        throw FileBinding.replaced(
          "this process has the file open that was at \(data) before: it must be closed first")
      }
      let file = try body()
      if let binding = file.binding { files.formUnion([binding.data, binding.lock]) }
      return file
    }
  }

  /// Runs `body`, which closes the files, and forgets them.
  ///
  /// The set stays locked meanwhile: the system may give the number of an unlinked file to a new
  /// one as soon as it is closed.
  static func closing(_ binding: FileBinding, _ body: () -> Void) {
    open.withLock { files in
      invariant(
        files.contains(binding.data) && files.contains(binding.lock),
        "a file is closed that nobody has open")
      body()
      binding.close()
      files.subtract([binding.data, binding.lock])
    }
  }
}
