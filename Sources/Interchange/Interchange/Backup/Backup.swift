public import Daybook
internal import DaybookSnapshot
internal import Foundation

/// Backups of a store in a folder: full ones, and what was written since.
///
/// ```swift
/// let backup = Backup("/backups/nursery")
/// try backup.run(store, keep: RetentionPolicy("7d,4w,12m"))
/// try backup.restore(into: "/home/ada/nursery-again", schema: schema)
/// ```
/// A full backup is a folder with a compact copy of the store's file and a manifest; an increment
/// is a `LogFile` with the transactions since the newest backup. Both get their name when they are
/// whole and on disk, so a process that is killed leaves what was there before. Appends go on
/// meanwhile. The files of attachments lie beside them, in `attachments`, each of them once. When
/// to run is the caller's business: a timer, cron, the end of a session.
public struct Backup: Sendable {
  /// Increments of a chain take at most this share of its full backup; then a full one is made.
  ///
  /// Taking in a transaction costs more than copying it, so a restore from increments of half the
  /// size takes about as long again as one from the full backup alone.
  public static let largestShare = 0.5

  /// The folder.
  public let folder: String

  /// The backups in a folder, which is made by the first `run`.
  public init(_ folder: String) { self.folder = folder }

  /// One backup.
  public struct Point: Sendable, Hashable, Codable {
    /// Its name in the folder.
    public let name: String
    /// Whether it has all, or what was written since the one before.
    public let isFull: Bool
    /// The first eight digits of the store's identity.
    public let store: String
    /// The transaction after which an increment begins; 0 for a full backup.
    public let after: UInt64
    /// The newest transaction.
    public let transaction: UInt64
    /// When it was made.
    public let time: Date
    /// Bytes on disk.
    public let size: UInt64
    /// Why it cannot be restored from; nil when nothing was found.
    public let problem: String?
    /// The names of the views with damaged rows, which a restore builds anew; found where every
    /// byte is checked.
    public let damagedViews: [String]
    /// The names of the attachments that it refers to and whose files in the folder have another
    /// content; found where every byte is checked. A full run copies them anew from the store.
    public let damagedAttachments: [String]
    /// The names of the attachments that it refers to and of which the folder has no file; found
    /// where every byte is checked. The next run copies those that the store has.
    public let missingAttachments: [String]
    /// The same of a store that others share: one of them may still send the file.
    public let awaitedAttachments: [String]
  }

  /// The backups, oldest first.
  ///
  /// Reads manifests, first lines and sizes; `checksAll` reads every byte, also of the files of
  /// attachments, and every row of full backups.
  ///
  /// - Throws: `InterchangeError.unreadableFile` for the folder.
  public func list(checksAll: Bool = false) throws -> [Point] {
    let catalog = try BackupCatalog(folder)
    let files = checksAll ? foundFiles(catalog) : nil
    return (catalog.fulls + catalog.logs)
      .sorted { ($0.second, $0.transaction, $0.text) < ($1.second, $1.transaction, $1.text) }
      .map { point($0, catalog, checksAll: checksAll, files) }
  }

  /// The parameters of a view in the newest full backup; nil when it has no such view.
  ///
  /// An app whose schema depends on them, such as on where days begin, asks for them before it
  /// restores.
  ///
  /// - Parameters:
  ///   - name: the name of the projection.
  ///   - store: the first digits of the identity of the store; nil for the one backed up last.
  /// - Throws: `InterchangeError`: `noBackup`, `unreadableFile`, `damagedFile`.
  public func parameters(ofProjection name: String, store: String? = nil) throws -> String? {
    let catalog = try catalog(of: store)
    guard let full = catalog.fulls.last else { throw none(of: store) }
    return try catalog.manifest(full).views[name]?.parameters
  }

  /// The digits of an identity of a store, or of its beginning, in one form.
  @_spi(Tools) public static func digits(_ identity: String) -> String {
    identity.uppercased().filter { $0 != "-" }
  }

  /// The backups of a store, at least one.
  func catalog(of store: String?) throws(InterchangeError) -> BackupCatalog {
    let all = try BackupCatalog(folder)
    let digits = store.map(Self.digits)
    let meant = digits.map { told in all.stores.filter { $0.hasPrefix(told.prefix(8)) } }
    if let meant, meant.count > 1 {
      throw InterchangeError(
        .noBackup, file: folder,
        "\(folder) has backups of the stores \(meant.sorted().joined(separator: " and ")): give more digits."
      )
    }
    guard let wanted = meant.map(\.first) ?? all.newestStore else { throw none(of: store) }
    let catalog = all.only(wanted).only(beginning: digits ?? "")
    if catalog.fulls.isEmpty, catalog.logs.isEmpty { throw none(of: store) }
    let stores = catalog.identities
    guard stores.count < 2 else {
      throw InterchangeError(
        .noBackup, file: folder,
        "\(folder) has backups of the stores \(stores.joined(separator: " and ")), whose first digits are the same: give more digits."
      )
    }
    return catalog
  }

  private func none(of store: String?) -> InterchangeError {
    let of = store.map { " of the store \($0)" } ?? ""
    return InterchangeError(.noBackup, file: folder, "There is no backup\(of) in \(folder).")
  }

  /// - Parameter files: the files of attachments that are there, where they were looked at.
  func point(
    _ name: BackupName, _ catalog: BackupCatalog, checksAll: Bool,
    _ files: FoundFiles? = nil
  ) -> Point {
    var (problem, damagedViews): (String?, [String]) = (nil, [])
    var time = name.time
    do {
      if let gap = catalog.only(name.store).gap(before: name) {
        throw InterchangeError.gap(name.text, gap)
      }
      if name.isFull {
        let manifest = try catalog.manifest(name)
        time = manifest.time
        damagedViews = try check(name, manifest, catalog, checksAll)
      } else if checksAll {
        _ = try catalog.file(name)
      } else {
        try catalog.check(
          try LogWalk(URL(atPath: catalog.path(name)), name.text).preamble, name)
      }
    } catch {
      problem = "\(error)"
    }
    let data = name.isFull ? catalog.data(name) : catalog.path(name)
    let size = (try? FileState(URL(atPath: data), name.text).size) ?? 0
    // None of a backup that cannot be read.
    let references = files.flatMap { _ in try? catalog.references(of: name) }
    let lacking = references.map { $0.neededNames.subtracting(files?.there ?? []).sorted() } ?? []
    let isShared = files?.sharedStores.contains(name.store) ?? false
    return Point(
      name: name.text, isFull: name.isFull, store: name.store, after: name.after ?? 0,
      transaction: name.transaction, time: time, size: size, problem: problem,
      damagedViews: damagedViews,
      damagedAttachments: references.map { $0.names.intersection(files?.damaged ?? []).sorted() }
        ?? [],
      missingAttachments: isShared ? [] : lacking, awaitedAttachments: isShared ? lacking : [])
  }

  /// Returns the views with damaged rows.
  private func check(
    _ name: BackupName, _ manifest: BackupManifest, _ catalog: BackupCatalog, _ checksAll: Bool
  ) throws -> [String] {
    let file = "\(name.text)/data.mdb"
    let url = URL(atPath: catalog.data(name))
    guard try FileState(url, file).size == manifest.size else {
      throw InterchangeError.damaged(file, "its size is not what the manifest says")
    }
    guard checksAll else { return [] }
    guard try SourceFile(url: url, name: file).digest == manifest.digest else {
      throw InterchangeError.damaged(file, "its digest is not what the manifest says")
    }
    let damage = try StoreCopy.damage(at: catalog.path(name))
    if let finding = damage.log {
      throw InterchangeError.damagedStore(
        finding, in: name, catalog,
        restorable: catalog.only(name.store).restorable(before: name))
    }
    return damage.views
  }

  /// Removes what a killed process had begun; only for who holds the lock.
  func sweep() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasPrefix(".daybook-") {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  var busy: InterchangeError {
    InterchangeError(
      .inUse, file: folder, "Another process works with the backups in \(folder); try again later.")
  }
}
