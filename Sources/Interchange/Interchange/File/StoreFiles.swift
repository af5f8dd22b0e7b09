public import Foundation

/// Keeps what is written where somebody says to away from stores and backups.
@_spi(Tools) public enum StoreFiles {
  /// What a store's own files are called.
  private static let names: Set<String> = ["data.mdb", "lock.mdb", "journal"]

  /// Refuses a file in the folder of a store, also where a link leads there.
  ///
  /// It would take the place of a file of the store, or be taken for one.
  ///
  /// - Throws: `InterchangeError.unwritableFile`.
  @_spi(Tools) public static func refuse(_ url: URL) throws(InterchangeError) {
    let file = url.resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent().path
    let isOwn = names.contains(file.lastPathComponent)
    guard holds(folder, "data.mdb") || (isOwn && holds(folder, "journal")) else { return }
    throw InterchangeError(
      .unwritableFile, file: url.lastPathComponent,
      "\(url.path) is in the folder of a store, whose own files it could replace: give a path outside of \(folder)"
    )
  }

  /// Refuses a file that has the name of a backup, which it would replace or be taken for.
  ///
  /// - Throws: `InterchangeError.unwritableFile`.
  @_spi(Tools) public static func refuseBackup(_ url: URL) throws(InterchangeError) {
    let name = url.resolvingSymlinksInPath().lastPathComponent
    guard BackupName(name) != nil else { return }
    throw InterchangeError(
      .unwritableFile, file: name,
      "\(url.path) has the name of a backup, which it could replace: give it another name")
  }

  private static func holds(_ folder: String, _ name: String) -> Bool {
    access("\(folder)/\(name)", F_OK) == 0
  }
}
