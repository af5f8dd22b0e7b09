#if CoreData
internal import Daybook
public import Foundation
internal import Interchange

/// Up to where a store was read: when it is the same again, nothing was written since.
///
/// With persistent history that is the newest transaction, else size and time of the files. An
/// app that has switched its history off goes on writing without transactions; for such a store
/// compare `FileMark`s.
public enum StorePosition: Hashable, Codable, Sendable {
  /// The newest transaction of a store's history.
  case transaction(store: String, number: Int64)
  /// The files.
  case files(store: String, [FileMark])

  /// What tells that a file was written to.
  public struct FileMark: Hashable, Codable, Sendable {
    /// What its name has behind that of the store: nothing, `-wal` or `-journal`.
    public let suffix: String
    /// Its size in bytes.
    public let size: UInt64
    /// When it was written to last.
    public let modified: Date

    /// Looks at a file.
    ///
    /// - Throws: `InterchangeError.unreadableFile`, also for what is no regular file.
    init(_ url: URL, _ name: String) throws {
      let attributes: [FileAttributeKey: Any]
      do { attributes = try FileManager.default.attributesOfItem(atPath: url.path) } catch {
        throw InterchangeError.unreadable(name, error)
      }
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw InterchangeError(.unreadableFile, file: name, "\(name) is not a file.")
      }
      suffix = ""
      size = attributes[.size] as? UInt64 ?? 0
      modified = attributes[.modificationDate] as? Date ?? .distantPast
    }

    private init(suffix: String, size: UInt64, modified: Date) {
      self.suffix = suffix
      self.size = size
      self.modified = modified
    }

    func named(_ suffix: String) -> FileMark {
      FileMark(suffix: suffix, size: size, modified: modified)
    }

    /// The marks of a store and of what lies beside it, without opening or copying any.
    ///
    /// Costs a look at each file, so it may be asked often.
    ///
    /// - Throws: `InterchangeError.unreadableFile`.
    public static func all(of store: String) throws -> [FileMark] {
      try all(of: URL(atPath: store))
    }

    static func all(of store: URL) throws -> [FileMark] {
      let url = store.resolvingSymlinksInPath()
      return try ([""] + SQLiteCopy.besides).compactMap { suffix in
        let file = SQLiteCopy.url(url, suffix)
        if !suffix.isEmpty, !FileManager.default.fileExists(atPath: file.path) { return nil }
        return try FileMark(file, store.lastPathComponent + suffix).named(suffix)
      }
    }
  }
}
#endif
