internal import DaybookSnapshot
internal import Foundation

/// Failures of logs and backups as files.
extension InterchangeError.Code {
  /// The file is no log, or the folder no backup.
  public static let notALog = Self(rawValue: "notALog")
  /// A newer version of this library wrote the file.
  public static let newerFormat = Self(rawValue: "newerFormat")
  /// The file is not what was written: the message names it, and the line where it has lines.
  public static let damagedFile = Self(rawValue: "damagedFile")
  /// The file cannot be written, flushed or put in its place.
  public static let unwritableFile = Self(rawValue: "unwritableFile")
  /// The transactions that are asked for were purged.
  public static let historyPurged = Self(rawValue: "historyPurged")
  /// Nothing may be where the result goes, and something is.
  public static let targetExists = Self(rawValue: "targetExists")
  /// No backup reaches what is asked for.
  public static let noBackup = Self(rawValue: "noBackup")
  /// Another process works in the folder.
  public static let inUse = Self(rawValue: "inUse")
  /// The new store leads already, so that the old one is not followed.
  public static let switched = Self(rawValue: "switched")
  /// The old store leads still, or again.
  public static let notSwitched = Self(rawValue: "notSwitched")
  /// The new store lacks something of the old one.
  public static let differs = Self(rawValue: "differs")
  /// The way back was given up.
  public static let finished = Self(rawValue: "finished")
  /// The new store leads for less than the safe period.
  public static let tooEarly = Self(rawValue: "tooEarly")
  /// A row has no identifier where one is needed.
  public static let withoutIdentifier = Self(rawValue: "withoutIdentifier")
  /// A policy for keeping backups makes no sense.
  public static let badPolicy = Self(rawValue: "badPolicy")
}

extension InterchangeError {
  static func damaged(_ file: String, _ reason: String) -> InterchangeError {
    InterchangeError(.damagedFile, file: file, "\(file) is damaged: \(reason).")
  }

  /// A full backup whose bytes are those that were written, of a store that was damaged by then.
  ///
  /// - Parameter last: the last transaction that older backups lead to; nil when none does.
  static func damagedStore(
    _ finding: String, in full: BackupName, _ catalog: BackupCatalog, restorable last: UInt64?
  ) -> InterchangeError {
    let file = "\(full.text)/data.mdb"
    return InterchangeError(
      .damagedFile, file: file,
      "\(file) is of a store that was damaged: \(finding). \(restorable(last))To copy what can be read of it into a new store: `doctor --store \(catalog.path(full)) --rebuild-into NEWDIR` of the app's tool or of daybookctl."
    )
  }

  private static func restorable(_ last: UInt64?) -> String {
    last.map { "Transaction \($0) and those before it can be restored. " } ?? ""
  }

  static func gap(_ file: String, _ missing: ClosedRange<UInt64>) -> InterchangeError {
    InterchangeError(
      .damagedFile, file: file,
      "\(file) cannot be restored: the transactions from \(missing.lowerBound) to \(missing.upperBound) before it are in no backup here. The next run closes the gap."
    )
  }

  /// The same with what can be restored nevertheless.
  func with(wayOut last: UInt64?) -> InterchangeError {
    guard code == .damagedFile || code == .unreadableFile else { return self }
    return InterchangeError(
      code, file: file,
      "\(message) \(Self.restorable(last))Make a full backup of the store anew, while it is there.")
  }

  static func damaged(_ file: String, line: Int, _ reason: String) -> InterchangeError {
    damaged(file, "line \(line) \(reason)")
  }

  /// A file that cannot be written, with what the system says.
  ///
  /// - Parameter path: as somebody gave it.
  @_spi(Tools) public static func unwritable(_ path: String, _ error: any Error) -> InterchangeError
  {
    let reason =
      (error as? SnapshotError)?.message ?? limit(error)
      ?? (error as NSError).localizedFailureReason ?? (error as NSError).localizedDescription
    return InterchangeError(
      .unwritableFile, file: path.split(separator: "/").last.map(String.init) ?? path,
      "\(path) cannot be written: \(reason)")
  }

  /// What the system says of an error that a limit or a quota is behind; nil for any other.
  @_spi(Tools) public static func limit(_ error: any Error) -> String? {
    var next: (any Error)? = error
    while let error = next.map({ $0 as NSError }) {
      let code = Int32(truncatingIfNeeded: error.code)
      if error.domain == NSPOSIXErrorDomain, SystemReason.wayOut(code) != nil {
        return SystemReason.text(code)
      }
      next = error.userInfo[NSUnderlyingErrorKey] as? any Error
    }
    return nil
  }
}
