#if SQL
internal import GRDB
public import Interchange

extension InterchangeError.Code {
  /// The file is no mirror of a store, and is not overwritten.
  public static let notAMirror = Self(rawValue: "notAMirror")
}

extension InterchangeError {
  /// Runs what works on a mirror, and names the file when SQLite fails.
  static func mirroring<Value>(_ file: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as DatabaseError {
      let reason = error.message ?? "\(error.resultCode)"
      switch error.resultCode {
      case .SQLITE_NOTADB: throw notAMirror(file)
      case .SQLITE_CORRUPT:
        throw InterchangeError(
          .damagedFile, file: file,
          "the mirror \(file) is damaged: \(reason). Delete it; the next run makes it anew.")
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        throw InterchangeError(
          .unreadableFile, file: file,
          "another program holds the mirror \(file): end its transaction, and try again.")
      default:
        throw InterchangeError(
          .unreadableFile, file: file, "the mirror \(file) cannot be written: \(reason).")
      }
    }
  }

  static func notAMirror(_ file: String) -> InterchangeError {
    InterchangeError(
      .notAMirror, file: file,
      "\(file) is no mirror of a store, and is left as it is: name another file.")
  }
}
#endif
