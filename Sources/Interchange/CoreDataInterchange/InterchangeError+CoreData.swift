#if CoreData
internal import GRDB
public import Interchange

extension InterchangeError.Code {
  /// The file is no store of Core Data: no SQLite, encrypted, or without its tables.
  public static let notCoreData = Self(rawValue: "notCoreData")
}

extension InterchangeError {
  /// Runs what reads a copy, and names the store when that fails.
  static func naming<Value>(_ file: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as DatabaseError {
      throw reading(file, error)
    } catch let error as RowDecodingError {
      throw damagedStore(file, "\(error)")
    }
  }

  private static func reading(_ file: String, _ error: DatabaseError) -> InterchangeError {
    let reason = error.message ?? "\(error.resultCode)"
    return switch error.resultCode {
    case .SQLITE_NOTADB:
      InterchangeError(
        .notCoreData, file: file,
        "\(file) is not a store of Core Data: it is no SQLite file, or it is encrypted.")
    case .SQLITE_CORRUPT:
      damagedStore(file, "SQLite says “\(reason)”")
    default:
      InterchangeError(.unreadableFile, file: file, "\(file) cannot be read: \(reason)")
    }
  }

  static func damagedStore(_ file: String, _ reason: String) -> InterchangeError {
    InterchangeError(
      .damagedFile, file: file,
      "\(file) is damaged: \(reason). Copy it again, or open and close it in its app first.")
  }
}
#endif
