internal import DaybookSnapshot
internal import LMDB
internal import Synchronization

/// One pass through an inbox folder.
///
/// What cannot be read, moved or removed is noted and passed over: no file keeps the others out.
struct InboxReading {
  /// Larger files are set aside.
  private static let largestFile = 1 << 20

  private let files: AtomicFolder
  private let rejected: AtomicFolder
  private var names: ArraySlice<String>
  private var report = InboxReport()

  init(path: String) throws {
    files = AtomicFolder(path: path)
    rejected = AtomicFolder(path: "\(path)/rejected")
    names = try InboxFolder(path: path).waiting()[...]
    let suffix = Array(InboxFolder.suffix.utf8)
    for name in try files.unreadableNames() where name.bytes.suffix(suffix.count) == suffix[...] {
      let reason = "the name \(name) is not UTF-8; rename the file and move it back to try again"
      reject(name, SnapshotError(.invalidArgument, reason))
    }
  }

  /// The next file that can be read; those that cannot are set aside.
  mutating func next() -> (file: String, delivery: InboxDelivery)? {
    while let name = names.popFirst() {
      let bytes: [UInt8]?
      do throws(SnapshotError) { bytes = try files.read(name, limit: Self.largestFile) } catch {
        // A file that the system protects while the device is locked can be read later.
        if error.code == .storage { postpone(name, error) } else { reject(name, error) }
        continue
      }
      guard let bytes else { continue }
      do { return (name, InboxDelivery(try InboxMessage(file: bytes))) } catch {
        reject(name, error)
      }
    }
    return nil
  }

  /// Removes a file whose events are in the log.
  mutating func finish(_ name: String, _ delivery: InboxDelivery, _ token: History.Token) {
    if delivery.isNew {
      report.ingested.append(InboxReport.Ingested(file: name, token: token))
    } else {
      report.duplicates.append(name)
    }
    // What stays is known by its mark, and is a duplicate the next time.
    do throws(SnapshotError) { try files.remove(name) } catch { postpone(name, error) }
  }

  /// Sets a file aside whose events were refused.
  ///
  /// - Throws: the error when it is the store's, and no file could be taken in.
  mutating func refuse(_ name: String, _ error: any Error) throws {
    if error is LMDBError { throw error }
    guard let code = (error as? StoreError)?.code else { return reject(name, error) }
    switch code {
    // The file may be sound; other entities are.
    case .damaged, .rowMissing: postpone(name, error)
    case _ where code.isRefusal: reject(name, error)
    default: throw error
    }
  }

  func end() throws(SnapshotError) -> InboxReport {
    try files.flush()
    return report
  }

  private mutating func postpone(_ name: String, _ error: any Error) {
    report.postponed.append(InboxReport.Rejected(file: name, reason: error))
  }

  private mutating func reject(_ name: String, _ error: any Error) {
    reject(FileName(name), error)
  }

  private mutating func reject(_ name: FileName, _ error: any Error) {
    do throws(SnapshotError) {
      let other = try setAside(name, error)
      report.rejected.append(InboxReport.Rejected(file: other, reason: error))
    } catch let failure {
      postpone(
        name.description,
        SnapshotError(failure.code, "\(error); it stays where it is, because \(failure)"))
    }
  }

  /// Moves a file into `rejected`; the reason is there before the file, so that none is without.
  private func setAside(_ name: FileName, _ error: any Error) throws(SnapshotError) -> String {
    try rejected.make()
    let plain = Self.plain(name)
    var other = plain
    var count = 1
    while rejected.contains(other) {
      count += 1
      other = "\(count)-\(plain)"
    }
    try rejected.replace("\(other).reason", with: Array("\(error)\n".utf8))
    try files.move(name, to: rejected, as: other)
    try rejected.flush()
    return other
  }

  /// The name itself or, when that with a number and `.reason` would be none, its beginning and its
  /// digest.
  private static func plain(_ name: FileName) -> String {
    let text = name.description
    if text.utf8.count <= 160 { return text }
    let digest = SnapshotDigest.text(of: name.bytes).suffix(16)
    var start = text.prefix(100)
    while start.utf8.count > 120 { start.removeLast() }
    return "\(start)-\(digest)\(InboxFolder.suffix)"
  }
}

/// A message on its way into the log.
final class InboxDelivery: Sendable {
  let message: InboxMessage
  private let wasWritten = Mutex(false)

  init(_ message: InboxMessage) { self.message = message }

  /// Whether the last run of `write(into:)` added its events.
  var isNew: Bool { wasWritten.withLock { $0 } }

  func write(into draft: borrowing Draft) throws {
    let isNew = try draft.ingest(message)
    wasWritten.withLock { $0 = isNew }
  }
}
