internal import DaybookSnapshot
internal import LMDB
internal import Synchronization

/// One pass through an inbox folder.
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
  }

  /// The next file that can be read; those that cannot are set aside.
  mutating func next() throws -> (file: String, delivery: InboxDelivery)? {
    while let name = names.popFirst() {
      let bytes: [UInt8]?
      do throws(SnapshotError) { bytes = try files.read(name, limit: Self.largestFile) } catch {
        // A file that the system protects while the device is locked can be read later.
        let isRefused = error.code == .tooLarge
        if isRefused { try reject(name, error) } else { postpone(name, error) }
        continue
      }
      guard let bytes else { continue }
      do { return (name, InboxDelivery(try InboxMessage(file: bytes))) } catch {
        try reject(name, error)
      }
    }
    return nil
  }

  /// Removes a file whose events are in the log.
  mutating func finish(
    _ name: String, _ delivery: InboxDelivery, _ token: History.Token
  ) throws(SnapshotError) {
    try files.remove(name)
    if delivery.isNew {
      report.ingested.append(InboxReport.Ingested(file: name, token: token))
    } else {
      report.duplicates.append(name)
    }
  }

  /// Sets a file aside whose events were refused; other failures are thrown.
  mutating func refuse(_ name: String, _ error: any Error) throws {
    if error is SnapshotError || error is LMDBError { throw error }
    let refusals: [StoreError.Code] = [.notInSchema, .tooLarge, .refusedByView]
    if let error = error as? StoreError, !refusals.contains(error.code) { throw error }
    try reject(name, error)
  }

  func end() throws(SnapshotError) -> InboxReport {
    try files.flush()
    return report
  }

  private mutating func postpone(_ name: String, _ error: any Error) {
    report.postponed.append(InboxReport.Rejected(file: name, reason: error))
  }

  /// The reason is there before the file, so that none is without.
  private mutating func reject(_ name: String, _ error: any Error) throws(SnapshotError) {
    try rejected.make()
    var other = name
    var count = 1
    while rejected.contains(other) {
      count += 1
      other = "\(count)-\(name)"
    }
    try rejected.replace("\(other).reason", with: Array("\(error)\n".utf8))
    try files.move(name, to: rejected, as: other)
    try rejected.flush()
    report.rejected.append(InboxReport.Rejected(file: other, reason: error))
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
