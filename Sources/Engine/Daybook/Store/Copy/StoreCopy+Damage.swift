internal import LMDB

extension StoreCopy {
  /// What is wrong with the file of a store, as far as that shows without the schema of its app.
  package struct Damage: Sendable, Equatable {
    /// The first thing that is wrong with the log, or with what the engine derives from it; nil
    /// when all of that is whole.
    package var log: String?
    /// The names of the views with damaged rows, in order: they can be built anew from the rest.
    package var views: [String] = []
  }

  /// Looks at every page and every row of the file in a directory, and compares the log with its
  /// chain. Nobody may write the file meanwhile; nothing is put beside it.
  ///
  /// - Throws: `StoreError` when the file is not there or cannot be read.
  package static func damage(at path: String) throws -> Damage {
    try damage(at: path) {
      let environment = try Environment(reading: "\(path)/data.mdb")
      return try found(in: environment)
    }
  }

  static func damage(
    at path: String, _ find: () throws -> Damage
  ) throws -> Damage {
    do { return try find() } catch let error as LMDBError {
      let error = StoreError(error, path: path)
      guard error.code == .damaged else { throw error }
      return Damage(log: error.finding)
    } catch let error as StoreError where error.code == .damaged {
      return Damage(log: error.finding)
    }
  }

  static func found(in environment: borrowing Environment) throws -> Damage {
    let transaction = try environment.beginRead()
    let views = try CopyCheck(transaction.borrowed).damagedViews()
    _ = consume transaction
    return Damage(views: views)
  }
}
