#if os(Linux)
internal import Foundation

/// A folder that is a file system of its own, or another folder: what tests need of disks that are
/// full, and of one folder at two places. Only who may mount can make one.
public final class MountedFolder: Sendable {
  private let folder: TemporaryFolder

  public var path: String { folder.path }

  /// Whether this process may mount, as root may outside of most containers.
  public static let isAllowed = (try? MountedFolder(kibibytes: 64)) != nil

  /// A disk of so many KiB, in memory.
  public convenience init(kibibytes: Int) throws {
    try self.init("tmpfs", "tmpfs", 0, "size=\(kibibytes)k")
  }

  /// Another place of a folder.
  public convenience init(showing path: String) throws {
    try self.init(path, nil, UInt(MS_BIND), nil)
  }

  private init(_ source: String, _ type: String?, _ flags: UInt, _ options: String?) throws {
    folder = try TemporaryFolder()
    guard mount(source, folder.path, type, flags, options) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM)
    }
  }

  /// Has a disk of its own for reading only from here on.
  public func forbidWriting() throws {
    guard mount("tmpfs", path, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM)
    }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}
#endif
