internal import LMDB

/// What `verify` found.
public struct Verification: Sendable {
  /// One thing that was checked.
  public struct Check: Sendable {
    /// The stable name, such as `events`.
    public let name: String
    /// Whether it holds.
    public let ok: Bool
    /// How much was checked, or the first thing that is wrong.
    public let detail: String
    /// What would be lost with it.
    public let part: Part

    /// Whether it finds nothing wrong with what is in the store's file; what the schema makes of
    /// that, and the files beside it, aside.
    public var isSound: Bool { ok || part == .schema || part == .attachment }
  }

  /// What a check looks at, by what would mend it.
  public enum Part: Sendable {
    /// The pages, the log, and what was put beside it: a backup has it, and nothing else.
    case log
    /// What the engine derives from the log: copying the log to a new store derives it anew.
    case derived
    /// The rows of a view: `rebuild` makes them anew.
    case view
    /// What the schema's types cannot read or fold: a version of the app that can takes it in, with
    /// `requeue`.
    case schema
    /// The files of attachments, beside the file of the store: a member that has them sends them
    /// again, and a backup has them.
    case attachment
  }

  /// Events in the log.
  public internal(set) var events: UInt64 = 0
  /// Transactions in the log.
  public internal(set) var transactions: UInt64 = 0
  /// What was checked, in order.
  public internal(set) var checks: [Check] = []

  /// Whether every check holds.
  public var ok: Bool { checks.allSatisfy(\.ok) }

  /// Whether what is in the store's file is whole: every check holds but those of what the schema
  /// makes of it, and of the files beside it.
  public var isSound: Bool { checks.allSatisfy(\.isSound) }

  /// Notes what `body` says or throws.
  ///
  /// - Throws: `MDB_MAP_FULL`, which says nothing of the store: the checks need room for a trial
  ///   build.
  mutating func check(
    _ name: String, _ part: Part, _ body: () throws -> String
  ) throws {
    do {
      checks.append(Check(name: name, ok: true, detail: try body(), part: part))
    } catch let error as LMDBError where error.code != .corrupted {
      throw error
    } catch {
      checks.append(Check(name: name, ok: false, detail: "\(error)", part: part))
    }
  }
}
