internal import Daybook
internal import DaybookSnapshot
internal import Foundation

/// The backups in a folder, by their names.
struct BackupCatalog {
  let folder: String
  /// By store, newest transaction, time.
  let fulls: [BackupName]
  /// By store, first transaction, newest transaction.
  let logs: [BackupName]

  /// - Throws: `InterchangeError.unreadableFile`.
  init(_ folder: String) throws(InterchangeError) {
    self.folder = folder
    let names: [BackupName]
    do { names = try AtomicFolder(path: folder).names().compactMap { BackupName($0) } } catch {
      throw InterchangeError(.unreadableFile, file: folder, error.message)
    }
    fulls = names.filter(\.isFull).sorted {
      ($0.store, $0.transaction, $0.second) < ($1.store, $1.transaction, $1.second)
    }
    logs = names.filter { !$0.isFull }.sorted {
      ($0.store, $0.after ?? 0, $0.transaction) < ($1.store, $1.after ?? 0, $1.transaction)
    }
  }

  private init(_ folder: String, _ fulls: [BackupName], _ logs: [BackupName]) {
    (self.folder, self.fulls, self.logs) = (folder, fulls, logs)
  }

  /// Those of one store.
  func only(_ store: String) -> BackupCatalog {
    BackupCatalog(
      folder, fulls.filter { $0.store == store }, logs.filter { $0.store == store })
  }

  /// Those of the stores whose identity begins so, by what the backups themselves say: names have
  /// the first eight digits alone. One that cannot be read stays, so that it is named.
  ///
  /// - Parameter digits: as `Backup.digits`.
  func only(beginning digits: String) -> BackupCatalog {
    if digits.count <= 8 { return self }
    let isMeant = { (name: BackupName) in
      identity(name).map { Backup.digits($0).hasPrefix(digits) } ?? true
    }
    return BackupCatalog(folder, fulls.filter(isMeant), logs.filter(isMeant))
  }

  /// The whole identities of the stores of the full backups that can be read, in order.
  var identities: [String] { Set(fulls.compactMap(identity)).sorted() }

  /// The identity of the store that a backup is of; nil for one that cannot be read.
  private func identity(_ name: BackupName) -> String? {
    let store =
      name.isFull
      ? try? manifest(name).store
      : try? LogWalk(URL(atPath: path(name)), name.text).preamble.store
    return store?.uuidString
  }

  /// The stores that have backups here.
  var stores: Set<String> { Set((fulls + logs).map(\.store)) }

  /// Those of which one can be restored: increments alone lead to none.
  var restorable: Set<String> { Set(fulls.map(\.store)) }

  /// The store whose backup was made last, of those that can be restored if there are any.
  var newestStore: String? {
    let meant = restorable.isEmpty ? stores : restorable
    return (fulls + logs).filter { meant.contains($0.store) }
      .max { ($0.second, $0.transaction) < ($1.second, $1.transaction) }?.store
  }

  /// A full backup and the increments since, up to the next full one.
  struct Chain {
    let full: BackupName
    var logs: [BackupName] = []

    var all: [BackupName] { [full] + logs }
  }

  /// The chains, oldest first; an increment without a full backup before it is in none.
  var chains: [Chain] {
    var chains = fulls.map { Chain(full: $0) }
    for log in logs {
      let owner = chains.lastIndex {
        $0.full.store == log.store && $0.full.transaction <= log.after ?? 0
      }
      if let owner { chains[owner].logs.append(log) }
    }
    return chains.sorted {
      ($0.full.second, $0.full.transaction) < ($1.full.second, $1.full.transaction)
    }
  }

  /// The transaction that increments lead to from another on.
  func end(from transaction: UInt64) -> UInt64 {
    var end = transaction
    while let log = log(after: end) { end = log.transaction }
    return end
  }

  /// The last transaction that the backups before a full one lead to; nil when there are none. Only
  /// for a catalog of one store.
  func restorable(before full: BackupName) -> UInt64? {
    fulls.last { $0.transaction < full.transaction }
      .map { min(end(from: $0.transaction), full.transaction - 1) }
  }

  /// The transactions that are missing before an increment, so that no restore gets to it; nil when
  /// there are none, or a later full backup has them. Only for a catalog of one store.
  func gap(before log: BackupName) -> ClosedRange<UInt64>? {
    guard let after = log.after, !fulls.contains(where: { $0.transaction >= log.transaction })
    else { return nil }
    var end = fulls.last { $0.transaction <= after }?.transaction ?? 0
    while end < after, let next = self.log(after: end) { end = next.transaction }
    return end < after ? end + 1...after : nil
  }

  /// The increment that leads farthest from a transaction on; nil when there is none.
  func log(after transaction: UInt64) -> BackupName? {
    logs.last { $0.after ?? 0 <= transaction && transaction < $0.transaction }
  }

  /// The manifest of a full backup, which must be of what the name says.
  ///
  /// - Throws: `InterchangeError`: `unreadableFile`, `newerFormat`, `damagedFile`.
  func manifest(_ name: BackupName) throws(InterchangeError) -> BackupManifest {
    let file = "\(name.text)/\(BackupManifest.fileName)"
    let bytes: [UInt8]?
    do {
      bytes = try AtomicFolder(path: path(name)).read(BackupManifest.fileName, limit: 8 << 20)
    } catch {
      throw InterchangeError(
        .unreadableFile, file: file, "\(file) cannot be read: \(error.message)")
    }
    guard let bytes else { throw .unreadable(file) }
    let manifest = try BackupManifest(bytes, file: file)
    guard BackupName(manifest.store, manifest.transaction, manifest.time) == name else {
      throw .damaged(file, "it is of another backup than its folder")
    }
    return manifest
  }

  /// Makes sure that the data of a full backup is there, by its size alone: every byte is checked
  /// by `list(checksAll: true)` and before it is restored.
  ///
  /// - Throws: `InterchangeError`: `unreadableFile`, `damagedFile`.
  func checkSize(of name: BackupName, _ manifest: BackupManifest) throws(InterchangeError) {
    let file = "\(name.text)/data.mdb"
    let size = try FileState(URL(atPath: data(name)), file).size
    guard size == manifest.size else {
      throw .damaged(file, "it has \(size) bytes and should have \(manifest.size)")
    }
  }

  /// An increment, all of which was checked, and which must be of what the name says.
  ///
  /// - Throws: as `LogFile.init`.
  func file(_ name: BackupName) throws -> LogFile {
    let file = try LogFile(path(name))
    try check(file.preamble, name)
    return file
  }

  /// The checksum of the last message in an increment.
  ///
  /// - Throws: `InterchangeError`: `unreadableFile`, `damagedFile`.
  func checksum(ofLastIn name: BackupName) throws(InterchangeError) -> UInt32 {
    var lines = try LineReader(URL(atPath: path(name)), name.text)
    var (last, before): ([UInt8], [UInt8]) = ([], [])
    while let line = try lines.next() { (before, last) = (last, line) }
    guard last.starts(with: LogLine.endStart), let message = LogLine.checkedMessage(in: before)
    else { throw .damaged(name.text, "its last lines are not as they were written") }
    return LogMessage.checksum(of: message)
  }

  func check(_ preamble: LogPreamble, _ name: BackupName) throws(InterchangeError) {
    guard BackupName(preamble.store, after: preamble.after, preamble.through, name.time) == name
    else {
      throw .damaged(name.text, line: 1, "is of other transactions than the name")
    }
  }

  func path(_ name: BackupName) -> String { "\(folder)/\(name.text)" }

  func data(_ name: BackupName) -> String { "\(path(name))/data.mdb" }
}
