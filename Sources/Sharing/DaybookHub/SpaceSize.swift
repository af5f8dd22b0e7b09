internal import DaybookSnapshot
internal import Foundation
internal import Synchronization

/// How many bytes a space has on the disk: one look at its log, and a count of what is beside it.
///
/// The count is of files that are put there, and is measured when the space is opened. Greetings
/// that came since are not in it.
final class SpaceSize: Sendable {
  private let log: AtomicFolder
  private let folders: [String]
  /// The bytes beside the log; nil until they were measured.
  private let beside = Mutex<Int?>(nil)

  /// - Parameters:
  ///   - path: the store.
  ///   - folders: those with files beside its log, which need not be there.
  init(of path: String, beside folders: [String]) {
    log = AtomicFolder(path: path)
    self.folders = folders
  }

  func bytes() -> Int {
    let counted = beside.withLock { beside in
      let known = beside ?? folders.reduce(0) { $0 + Self.size(at: $1) }
      beside = known
      return known
    }
    return counted + (log.size(of: "data.mdb") ?? 0)
  }

  /// How many bytes the disk has room for; nil where it does not tell.
  var room: Int? { log.room }

  /// Counts bytes that came; fewer than none for those that went.
  func add(_ bytes: Int) { beside.withLock { if let known = $0 { $0 = known + bytes } } }

  /// The next one who asks looks at each file.
  func measureAgain() { beside.withLock { $0 = nil } }

  private static func size(at path: String) -> Int {
    let files = FileManager.default.enumerator(
      at: URL(fileURLWithPath: path), includingPropertiesForKeys: [.fileSizeKey])
    var sum = 0
    while let file = files?.nextObject() as? URL {
      sum += (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    }
    return sum
  }
}
