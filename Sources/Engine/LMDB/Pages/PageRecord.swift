/// When all pages of a file were found sound, in a small file beside it.
///
/// It only saves work: without it, or when it is damaged, the pages are looked at again.
public struct PageRecord: Equatable, Sendable {
  /// The number of the commit.
  public let transaction: UInt64
  /// The file, by the number that the file system gave it.
  public let file: UInt64
  /// When, in seconds from 1970.
  public let time: Int64

  private static let name = "pages.checked"
  private static let magic: UInt64 = 0x3147_5041_504B_4244  // "DBKPAPG1"
  private static let version: UInt32 = 1
  private static let size = 40

  /// How long it is believed: a week.
  public static let seconds: Int64 = 7 * 24 * 3600

  /// A record of now for the file in `directory`; nil when there is none.
  public init?(directory: String, transaction: UInt64, time: Int64) {
    guard let file = Registry.FileID(path: directory + "/data.mdb") else { return nil }
    (self.transaction, self.file, self.time) = (transaction, file.inode, time)
  }

  /// The record in `directory`; nil when there is none that makes sense.
  ///
  /// Magic (8 bytes), version (4), CRC-32C of what follows (4), transaction, file and time (8
  /// each).
  public init?(directory: String) {
    let descriptor = open("\(directory)/\(Self.name)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.size + 1)
    guard read(descriptor, &bytes, Self.size + 1) == Self.size,
      bytes.number(0, UInt64.self) == Self.magic, bytes.number(8, UInt32.self) == Self.version,
      bytes.number(12, UInt32.self) == Self.checksum(bytes)
    else { return nil }
    transaction = bytes.number(16, UInt64.self)
    file = bytes.number(24, UInt64.self)
    time = Int64(bitPattern: bytes.number(32, UInt64.self))
  }

  /// Whether it still says something of the file in `directory`, whose newest commit is `newest`.
  public func holds(for directory: String, newest: UInt64, now: Int64) -> Bool {
    let (age, isBeyond) = now.subtractingReportingOverflow(time)
    return !isBeyond && (0..<Self.seconds).contains(age) && transaction <= newest
      && Registry.FileID(path: directory + "/data.mdb")?.inode == file
  }

  /// Puts it into `directory`, or leaves it: nothing depends on it.
  public func write(to directory: String) {
    var numbers = [transaction, file, UInt64(bitPattern: time)].withUnsafeBytes { Array($0) }
    numbers.insert(contentsOf: [UInt8](repeating: 0, count: 16), at: 0)
    // Safety: the array has 40 bytes, of which the first sixteen are written here and below.
    numbers.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: Self.magic, as: UInt64.self)
      bytes.storeBytes(of: Self.version, toByteOffset: 8, as: UInt32.self)
    }
    let checksum = Self.checksum(numbers)
    numbers.withUnsafeMutableBytes {
      $0.storeBytes(of: checksum, toByteOffset: 12, as: UInt32.self)
    }
    let draft = "\(directory)/\(Self.name).\(getpid())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let count = pwrite(descriptor, numbers, numbers.count, 0)
    close(descriptor)
    if count != numbers.count || rename(draft, "\(directory)/\(Self.name)") != 0 { unlink(draft) }
  }

  /// Forgets what was found in `directory`, whose commits are numbered anew from an older one.
  static func remove(from directory: String) { unlink("\(directory)/\(name)") }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { Checksum.crc32c(UnsafeRawBufferPointer(rebasing: $0[16..<size])) }
  }
}
