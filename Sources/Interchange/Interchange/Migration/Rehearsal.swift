public import Daybook

/// What a migration would come to, in numbers alone, so that an app can send it home.
///
/// It holds no text of any row and no name of any person or file.
public struct Rehearsal: Sendable, Equatable, Codable {
  /// What became of the rows of one table.
  public struct Table: Sendable, Equatable, Codable {
    /// The table.
    public let name: String
    /// What became of its rows.
    public let counts: ImportReport.Counts
  }

  /// The program that the old store belongs to.
  public let provider: String
  /// Which installation of it.
  public let instance: String
  /// The tables.
  public internal(set) var tables: [Table] = []
  /// How often each warning was given, by its stable name.
  public internal(set) var warnings: [String: Int] = [:]
  /// Rows that cannot be read.
  public internal(set) var quarantined = 0
  /// How the stores compared, without the rows that differ.
  public internal(set) var comparison: [MigrationComparison.Table] = []
  /// Whether the new store had everything.
  public internal(set) var lacksNothing = false
  /// Whether reading the old store again changed nothing.
  public internal(set) var isRepeatable = false
  /// What reading and importing took, in seconds.
  public internal(set) var seconds: Double = 0
  /// The stable name of the failure that ended it; nil when it came to its end.
  public internal(set) var failure: String?
}

extension Migration {
  /// Makes the migration in a store that is thrown away, and says what it came to.
  ///
  /// For a release before the one that migrates: run it on people's devices, collect the numbers,
  /// and know what the migration will meet. Neither store is written.
  ///
  /// - Parameters:
  ///   - provider: the program that the old store belongs to.
  ///   - instance: which installation of it.
  ///   - old: the old store.
  ///   - schema: the schema of the new one.
  ///   - answers: answers to the questions of an import.
  public static func rehearse(
    of provider: String, instance: String = "", from old: OldStore, schema: Schema,
    answers: [String: String] = [:]
  ) async -> Rehearsal {
    var rehearsal = Rehearsal(provider: provider, instance: instance)
    do {
      let migration = Migration(
        of: provider, instance: instance, from: old, to: try .temporary(schema: schema),
        answers: answers)
      try await migration.rehearse(&rehearsal)
    } catch let error as InterchangeError {
      rehearsal.failure = error.code.rawValue
    } catch let error as StoreError {
      rehearsal.failure = error.code.rawValue
    } catch {
      rehearsal.failure = "\(type(of: error))"
    }
    return rehearsal
  }

  private func rehearse(_ rehearsal: inout Rehearsal) async throws {
    let report = try await read { _, _ in
    } completion: { _ in
    }
    rehearsal.seconds = report.seconds
    rehearsal.tables = report.tables.map { .init(name: $0.name, counts: $0.counts) }
    rehearsal.quarantined = report.counts.quarantined
    for warning in report.warnings { rehearsal.warnings[warning.code.rawValue] = warning.count }
    let comparison = try await compare()
    rehearsal.comparison = comparison.tables
    rehearsal.lacksNothing = comparison.lacksNothing
    let before = try store.read { try $0.token() }
    _ = try await read { _, _ in
    } completion: { _ in
    }
    rehearsal.isRepeatable = try store.read { try $0.token() } == before
  }
}
