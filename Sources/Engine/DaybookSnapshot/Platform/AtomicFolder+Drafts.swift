#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Tells other processes that the maker of a draft, or of a store, lives. Ends with the process,
/// also when that is killed. Wraps `flock`.
package final class DraftLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of a folder once nobody else has it; nil where the disk knows no locks.
  package init?(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { return nil }
    guard Self.hold(descriptor) else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit {
    // A child that this process is just making has the descriptor too until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Takes the lock of an open draft, which ends when that is closed, and waits for one who looks
  /// whether its maker lives. False where the disk knows no locks.
  @discardableResult
  package static func hold(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}

extension AtomicFolder {
  /// Makes a folder in this one for something that gets its own name when it is whole, of its maker
  /// alone. `removeDeadDrafts` leaves it as long as the lock is held.
  package func makeDraft(
    _ prefix: String
  ) throws(SnapshotError) -> (path: String, lock: DraftLock?) {
    while true {
      let draft = AtomicFolder(path: place("\(prefix)\(UUID().uuidString)"))
      // Somebody may take it for dead before it is locked, also before it has its mode.
      let isMade: Bool
      do throws(SnapshotError) { isMade = try draft.makeFolder(at: draft.path) } catch {
        if error.reason == ENOENT { continue }
        throw error
      }
      guard isMade else {
        let code = errno
        throw SnapshotError(
          .storage, "the folder \(path) cannot be written in: \(SystemReason.text(code))")
      }
      let lock = DraftLock(folder: draft.path)
      if AtomicFolder.isThere(draft.path) { return (draft.path, lock) }
    }
  }

  /// Removes drafts whose makers were killed: files and folders whose names are `prefix` and a
  /// UUID. Those of a maker who lives stay, and so does what cannot be removed, and all where the
  /// disk knows no locks. A network disk whose locks are of one machine alone (`nolock`) shows the
  /// draft of another machine as dead: then its maker fails with an error, and nothing was at its
  /// place yet. O(names).
  package func removeDeadDrafts(_ prefix: String) {
    for name in (try? everything().compactMap(\.text)) ?? []
    where name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil {
      let descriptor = open(place(name), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      // Whoever works in it holds its lock.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
      try? FileManager.default.removeItem(atPath: place(name))
      flock(descriptor, LOCK_UN)
    }
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
