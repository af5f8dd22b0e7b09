import DaybookSnapshot
import Foundation

/// The folder of a store.
public enum StoreFolder {
  /// Makes a folder and those around it, unless it is there, for this user alone.
  ///
  /// - Throws: ``CannotWrite``.
  public static func make(_ path: String) throws {
    do throws(SnapshotError) { try AtomicFolder(path: path).make() } catch {
      throw CannotWrite(error.message)
    }
  }

  /// What one process at a time has of a folder, however many make a store there. Wraps `flock`,
  /// which ends with the process, too; nobody waits where the file system has none.
  final class Lock {
    private let descriptor: Int32

    /// Waits until nobody else has it.
    init(_ path: String) {
      descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
  }
}
