public import Foundation

/// Keeps what is written where somebody says to away from what nobody could make again: stores,
/// backups, keys, and what others have sent.
@_spi(Tools) public enum StoreFiles {
  /// What a store's own files are called.
  private static let names: Set<String> = ["data.mdb", "lock.mdb", "journal"]

  /// Refuses a file in the folder of a store or of a shared space, a key and its guard, also where
  /// a link leads there.
  ///
  /// It would take the place of one of these files, or be taken for one.
  ///
  /// - Throws: `InterchangeError.unwritableFile`.
  @_spi(Tools) public static func refuse(_ url: URL) throws(InterchangeError) {
    let file = url.target
    if let folder = store(around: file) {
      throw refusal(
        url,
        "is in the folder of a store, whose own files it could replace: give a path outside of \(folder)"
      )
    }
    if let folder = space(around: file) {
      throw refusal(
        url,
        "is in a shared folder, whose files it could replace: give a path outside of \(folder)")
    }
    if isKey(file) {
      throw refusal(
        url, "is a key, without which a store cannot write as its member: give another path")
    }
    if isGuard(file) { throw refusal(url, "is the guard of a key: give another path") }
  }

  /// Refuses a file that has the name of a backup, which it would replace or be taken for.
  ///
  /// - Throws: `InterchangeError.unwritableFile`.
  @_spi(Tools) public static func refuseBackup(_ url: URL) throws(InterchangeError) {
    guard BackupName(url.target.lastPathComponent) != nil else { return }
    throw refusal(url, "has the name of a backup, which it could replace: give it another name")
  }

  private static func refusal(_ url: URL, _ reason: String) -> InterchangeError {
    InterchangeError(.unwritableFile, file: url.lastPathComponent, "\(url.path) \(reason)")
  }

  private static func store(around file: URL) -> String? {
    let folder = file.deletingLastPathComponent().path
    let isOwn = names.contains(file.lastPathComponent)
    return holds(folder, "data.mdb") || (isOwn && holds(folder, "journal")) ? folder : nil
  }

  /// The folder that members share, around the folder of a space: that one is called after the
  /// space and has folders called after replicas, with files in them or one folder deeper.
  private static func space(around file: URL) -> String? {
    var folder = file.deletingLastPathComponent()
    for _ in 0..<3 {
      let outer = folder.deletingLastPathComponent()
      if isID(folder.lastPathComponent),
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path),
        names.contains(where: isID)
      {
        return outer.path
      }
      folder = outer
    }
    return nil
  }

  private static func isID(_ name: String) -> Bool {
    UUID(uuidString: name)?.uuidString.lowercased() == name
  }

  /// Whether it is a key as `DaybookSync` writes one.
  private static func isKey(_ file: URL) -> Bool { beginning(of: file).hasPrefix("daybook key ") }

  /// Whether it is the guard of a key, or would be taken for it.
  private static func isGuard(_ file: URL) -> Bool {
    guard file.pathExtension == "guard" else { return false }
    let replica = beginning(of: file).prefix { $0 != " " }
    return UUID(uuidString: String(replica)) != nil || isKey(file.deletingPathExtension())
  }

  private static func beginning(of file: URL) -> String {
    // A pipe would wait for its writer.
    guard !NewFile.isSpecial(file), let handle = try? FileHandle(forReadingFrom: file) else {
      return ""
    }
    defer { try? handle.close() }
    let bytes = try? handle.read(upToCount: 64)
    return String(decoding: bytes ?? Data(), as: UTF8.self)
  }

  private static func holds(_ folder: String, _ name: String) -> Bool {
    access("\(folder)/\(name)", F_OK) == 0
  }
}
