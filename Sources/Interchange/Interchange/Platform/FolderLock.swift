#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A lock on a folder, which ends with its holder, also when that is killed. Wraps `flock`.
final class FolderLock {
  static let name = ".lock"

  private let descriptor: Int32

  /// Takes the lock of those who write in the folder; nil when somebody else has it.
  ///
  /// - Throws: `InterchangeError.unwritableFile`.
  static func exclusive(
    _ folder: String, name: String = FolderLock.name
  ) throws(InterchangeError) -> FolderLock? {
    let file = open("\(folder)/\(name)", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw InterchangeError(
        .unwritableFile, file: folder,
        "\(folder) cannot be written in: \(String(cString: strerror(errno)))")
    }
    return held(file, LOCK_EX)
  }

  /// Takes the lock of those who read in the folder; nil when somebody writes there.
  ///
  /// A folder in which nobody could ever write has no lock, and needs none.
  static func shared(_ folder: String) -> FolderLock? {
    let file = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    return file >= 0 ? held(file, LOCK_SH) : FolderLock(-1)
  }

  private static func held(_ file: Int32, _ sort: Int32) -> FolderLock? {
    if flock(file, sort | LOCK_NB) == 0 { return FolderLock(file) }
    close(file)
    return nil
  }

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    if descriptor < 0 { return }
    // A child that this process is just making has the descriptor too until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
