/// The file `journal` beside a data file: two header slots, of which the headers take turns, and
/// two areas of records.
///
/// Its size never changes, so that a flush of what was written has nothing to do in the file
/// system.
final class JournalFile: Sendable {
  static let name = "journal"
  private static let slots = 4096
  private static let areas = 2 * slots

  let path: String
  let descriptor: Int32
  /// Bytes of each area.
  let area: Int
  private let id: Registry.FileID?

  private init(_ path: String, _ descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
    var status = stat()
    id = fstat(descriptor, &status) == 0 ? Registry.FileID(status) : nil
    area = max(0, Int(status.st_size) - Self.areas) / 2
  }

  deinit { close(descriptor) }

  /// The journal of a directory; nil when there is none.
  convenience init?(in directory: String) throws(LMDBError) {
    let path = "\(directory)/\(Self.name)"
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw LMDBError(code: .init(rawValue: errno), call: "open", detail: path)
    }
    self.init(path, descriptor)
  }

  /// The journal of a directory, made when there is none: it gets its name when it is on disk. That
  /// the name is on disk too is seen to before its second header is.
  ///
  /// - Parameter area: Bytes of each area.
  static func make(in directory: String, area: Int) throws(LMDBError) -> JournalFile {
    if let file = try JournalFile(in: directory) { return file }
    let path = "\(directory)/\(name)"
    NewDataFile.removeLeftovers(directory)
    let draft = NewDataFile.draft(in: directory, of: name)
    unlink(draft)
    let descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "open", detail: draft)
    }
    defer { unlink(draft) }
    do {
      // For whom the data file is, and no others.
      var status = stat()
      if stat(directory + "/data.mdb", &status) == 0 {
        fchmod(descriptor, status.st_mode & 0o777)
      }
      try fill(descriptor, area: area)
      try DriveFlush.flush(descriptor, draft)
    } catch {
      close(descriptor)
      throw error
    }
    if link(draft, path) == 0 { return JournalFile(path, descriptor) }
    let code = errno
    close(descriptor)
    // Another process was first, or the file system has no links.
    if code != EEXIST { rename(draft, path) }
    if let file = try JournalFile(in: directory) { return file }
    throw LMDBError(code: .init(rawValue: code), call: "link", detail: path)
  }

  /// Written, not only reserved: blocks that were never written change the file system when they
  /// are.
  private static func fill(_ descriptor: Int32, area: Int) throws(LMDBError) {
    let zeros = [UInt8](repeating: 0, count: 1 << 16)
    let size = areas + 2 * area
    for start in stride(from: 0, to: size, by: zeros.count) {
      let part = Array(zeros.prefix(size - start))
      try PositionalIO.write(part, descriptor, start)
    }
    var first = JournalHeader.none
    first.area = UInt64(area)
    try PositionalIO.write(first.encoded(), descriptor, Int(first.epoch & 1) * slots)
  }

  // MARK: Headers

  /// The newest sound header that fits the file; nil when there is none.
  func newestHeader() throws(LMDBError) -> JournalHeader? {
    var newest: JournalHeader?
    for slot in 0..<2 {
      let bytes = try read(JournalHeader.size, at: slot * Self.slots)
      guard let header = JournalHeader(bytes), header.area == UInt64(area) else { continue }
      if header.epoch >= newest?.epoch ?? 0 { newest = header }
    }
    return newest
  }

  /// Whether nobody has written a header since, and no flush has failed. Wraps two `pread`.
  func isNewest(_ header: JournalHeader) -> Bool {
    // Safety: the three numbers lie one behind the other in a header, from byte 8 on, and a doubt
    // behind the first header, with the last byte that is read.
    typealias Beginning = (state: UInt64, epoch: UInt64, interval: UInt64)
    let size = Self.doubtPlace
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { bytes in
      var second: Beginning = (0, 0, 0)
      guard pread(descriptor, bytes.baseAddress, size, 8) == size,
        pread(descriptor, &second, 24, off_t(Self.slots + 8)) == 24,
        bytes.load(fromByteOffset: size - 8, as: UInt64.self) != Self.doubtMagic
      else { return false }
      let first = bytes.load(as: Beginning.self)
      let (own, other) = header.epoch & 1 == 0 ? (first, second) : (second, first)
      return own == (header.state.rawValue, header.epoch, header.interval)
        && other.epoch < header.epoch
    }
  }

  func write(_ header: JournalHeader) throws(LMDBError) {
    invariant(header.area == UInt64(area), "a header tells of other areas than its file has")
    try PositionalIO.write(header.encoded(), descriptor, Int(header.epoch & 1) * Self.slots)
  }

  // MARK: Doubt

  /// Where it stands that a flush has failed: in a sector of its own behind the first header, so
  /// that nobody who writes a header writes over it.
  private static let doubtPlace = 1024
  private static let doubtMagic: UInt64 = 0x5442_554F_444B_4244  // "DBKDOUBT"

  /// Tells other processes that a flush has failed in this one: nobody writes any more, until
  /// somebody has opened the file alone.
  ///
  /// The system says so once: whoever takes the interval over would see his own flush succeed, over
  /// pages that were given up. What fails here is left.
  func doubt() {
    try? PositionalIO.write(Self.bytes(Self.doubtMagic), descriptor, Self.doubtPlace)
    try? flush()
  }

  var isDoubted: Bool {
    get throws(LMDBError) { try read(8, at: Self.doubtPlace) == Self.bytes(Self.doubtMagic) }
  }

  /// Takes the doubt back. For who has the files alone.
  func endDoubt() throws(LMDBError) {
    if try isDoubted { try PositionalIO.write(Self.bytes(0), descriptor, Self.doubtPlace) }
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  // MARK: Records

  /// Where a record of the interval stands, so many bytes from the start of its area.
  private static func place(_ header: JournalHeader, _ offset: Int) -> Int {
    areas + Int(header.epoch & 1) * Int(header.area) + offset
  }

  // Safety: the caller keeps the record until this returns.
  func write(
    _ record: UnsafeRawBufferPointer, _ header: JournalHeader, at offset: Int
  ) throws(LMDBError) {
    try PositionalIO.write(record, descriptor, Self.place(header, offset))
  }

  /// Makes a record none.
  func eraseRecord(_ header: JournalHeader, at offset: Int) throws(LMDBError) {
    try PositionalIO.write(
      [UInt8](repeating: 0, count: RowRecord.headerSize), descriptor, Self.place(header, offset))
  }

  /// The interval of what stands first in the area of another; 0 when that is no record.
  func interval(atStartOf header: JournalHeader) throws(LMDBError) -> UInt64 {
    let bytes = try read(RowRecord.headerSize, at: Self.place(header, 0))
    return bytes.number(0, UInt32.self) == RowRecord.magic ? bytes.number(8, UInt64.self) : 0
  }

  /// What stands in the area of an interval.
  func area(of header: JournalHeader) throws(LMDBError) -> [UInt8] {
    try read(Int(header.area), at: Self.place(header, 0))
  }

  private func read(_ count: Int, at offset: Int) throws(LMDBError) -> [UInt8] {
    try PositionalIO.read(count, descriptor, offset, path)
  }

  // MARK: Upkeep

  /// Gives a journal that is not of the data file beside it another name, under which its records
  /// stay: `journal.foreign`, or the next of `journal.foreign-2` and so on that is free. What fails
  /// here is left. For who has the files alone.
  func setAside() {
    let names = (1...99).map { path + ".foreign" + ($0 == 1 ? "" : "-\($0)") }
    if let name = names.first(where: { access($0, F_OK) != 0 }) { rename(path, name) }
  }

  /// Returns when everything that was written is on disk.
  func flush() throws(LMDBError) { try DriveFlush.flushData(descriptor, path) }

  /// - Throws: `LMDBError` `replaced` unless the name still leads to the file, or the folder was
  ///   moved together with it.
  func check() throws(LMDBError) {
    if Registry.FileID(path: path) == id { return }
    var status = stat()
    if access(path, F_OK) != 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 { return }
    throw FileBinding.replaced("\(path) is another file by now, or was removed")
  }
}
