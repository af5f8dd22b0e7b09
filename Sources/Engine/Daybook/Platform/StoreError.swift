internal import LMDB

/// What went wrong in a store: a code to act on and one sentence to show.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure. A struct, so that kinds can be added.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The stable name.
    public let rawValue: String
    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// There is no store at the path, and the options say not to make one.
    public static let noSuchStore = Code(rawValue: "noSuchStore")
    /// The directory holds something other than a Daybook store.
    public static let notAStore = Code(rawValue: "notAStore")
    /// The store was written by a newer format of Daybook.
    public static let newerFormat = Code(rawValue: "newerFormat")
    /// The store was written by a format from before the first release, which is read no more.
    public static let olderFormat = Code(rawValue: "olderFormat")
    /// This process has the store open already, or one with its number in another container has.
    public static let alreadyOpen = Code(rawValue: "alreadyOpen")
    /// The store is on a medium, or in a folder, that this user may not write to; even looking
    /// takes a lock there. Copy its folder to a place of the user's own, and open that.
    public static let readOnly = Code(rawValue: "readOnly")
    /// The store's file was replaced, overwritten or removed while a process has it open; nothing
    /// was written to either. Close the store there, and open it anew.
    public static let replaced = Code(rawValue: "replaced")
    /// A record does not have the checksum it was written with, or the file was cut off.
    public static let damaged = Code(rawValue: "damaged")
    /// The disk is full; nothing acknowledged is lost, and writing works again when there is room.
    public static let diskFull = Code(rawValue: "diskFull")
    /// This process may not make a file as large as the store needs, as with `ulimit -f`; nothing
    /// more is written until the limit is raised and the store is opened anew.
    public static let fileSizeLimit = Code(rawValue: "fileSizeLimit")
    /// The user may not have more on the disk; nothing more is written until there is room and the
    /// store is opened anew.
    public static let overQuota = Code(rawValue: "overQuota")
    /// A write or flush failed, so nothing more is written until the store is opened anew.
    public static let writerStopped = Code(rawValue: "writerStopped")
    /// The store was closed.
    public static let closed = Code(rawValue: "closed")
    /// The schema contradicts itself, such as two types of one kind; nothing was opened.
    public static let invalidSchema = Code(rawValue: "invalidSchema")
    /// The schema does not know the entity, event or projection.
    public static let notInSchema = Code(rawValue: "notInSchema")
    /// Another version of the app folds the entities: update this one, or open the store anew.
    public static let schemaChanged = Code(rawValue: "schemaChanged")
    /// The schema's types cannot read what their older versions stored; the message says what to
    /// raise.
    public static let storedFormatChanged = Code(rawValue: "storedFormatChanged")
    /// Another process keeps the projection's rows, for another version of it or with other
    /// parameters.
    public static let viewKeptByOther = Code(rawValue: "viewKeptByOther")
    /// The projection has no rows: they were dropped.
    public static let projectionNotReady = Code(rawValue: "projectionNotReady")
    /// A projection asked to remove a row that is not there: its update is not a function of the
    /// change, or the row was damaged.
    public static let rowMissing = Code(rawValue: "rowMissing")
    /// A projection cannot take what an append of this process leaves behind, such as a key that is
    /// taken or too long; nothing was appended.
    public static let refusedByView = Code(rawValue: "refusedByView")
    /// An append of this process would leave a reference to something deleted, which a relation
    /// denies; nothing was appended.
    public static let refusedByRelation = Code(rawValue: "refusedByRelation")
    /// An event of this process is about an entity that was never made, and does not make it;
    /// nothing was appended.
    public static let noSuchEntity = Code(rawValue: "noSuchEntity")
    /// An entity cannot take an event of this process at the earlier stamp that was declared;
    /// nothing was appended.
    public static let refusedByFold = Code(rawValue: "refusedByFold")
    /// No such transaction.
    public static let noSuchTransaction = Code(rawValue: "noSuchTransaction")
    /// Two copies of one store both kept writing as the same replica.
    public static let forkedReplica = Code(rawValue: "forkedReplica")
    /// A message holds what this version does not know; it could not be passed on whole.
    public static let newerMessage = Code(rawValue: "newerMessage")
    /// A transaction is larger than any store takes in; the message names the limit.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// A message, or the store itself, belongs to another space than the one asked for.
    public static let foreignSpace = Code(rawValue: "foreignSpace")
    /// A store of a space takes in what others wrote only with what they have signed.
    public static let unsigned = Code(rawValue: "unsigned")
    /// The store's own replica was revoked in its space, or may only read.
    public static let notPermitted = Code(rawValue: "notPermitted")
    /// A transaction of another replica is more than a day ahead of this device's clock.
    public static let clockAhead = Code(rawValue: "clockAhead")
    /// The history at the token was purged.
    public static let expiredToken = Code(rawValue: "expiredToken")
    /// A transaction came before an earlier one of its replica.
    public static let missingTransaction = Code(rawValue: "missingTransaction")
    /// The author has nothing to take back, or nothing to bring back.
    public static let nothingToUndo = Code(rawValue: "nothingToUndo")
    /// The transaction cannot be taken back: it is final, or says something about the space.
    public static let notUndoable = Code(rawValue: "notUndoable")
    /// The token belongs to another store.
    public static let foreignToken = Code(rawValue: "foreignToken")
    /// An argument is out of range.
    public static let invalidArgument = Code(rawValue: "invalidArgument")
    /// LMDB or the operating system failed in another way.
    public static let storage = Code(rawValue: "storage")

    /// Those of what was handed in, which a sound store refuses.
    private static let refusals: Set<Code> = [
      .notInSchema, .refusedByView, .refusedByRelation, .noSuchEntity, .refusedByFold,
      .noSuchTransaction,
      .forkedReplica, .newerMessage, .tooLarge, .foreignSpace, .unsigned, .clockAhead,
      .missingTransaction, .invalidArgument,
    ]

    /// Whether what was handed in is at fault, and will be the next time too. Any other error is
    /// the store's: what was handed in may be sound, and is kept.
    var isRefusal: Bool { Self.refusals.contains(self) }
  }

  /// What to act on.
  public let code: Code
  /// One sentence: what failed, with values, and what to do.
  public let message: String
  /// The error beneath, if any.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }

  /// A transaction that is not there, or that was purged with all up to `purged`.
  static func noTransaction(_ number: UInt64, purged: UInt64) -> StoreError {
    let reason = number > purged || number == 0 ? "there is no" : "the log has purged"
    return StoreError(.noSuchTransaction, "\(reason) transaction \(number)")
  }

  /// An error of LMDB in this layer's words.
  init(_ error: LMDBError, path: String) {
    let error = error.explained(at: path)
    let code: Code
    let message: String
    switch error.code {
    case .noSpace where !error.mayHaveFlushed:
      code = .diskFull
      message = "the disk that holds \(path) is full: \(error)"
    case .noSpace:
      code = .storage
      message =
        "the disk that holds \(path) is full or failing, and what was last written may not be on it: "
        + "\(error); make room, then open the store anew"
    case .fileTooLarge:
      code = .fileSizeLimit
      message =
        "this process may not make a file as large as the store at \(path) needs: \(error); raise its limit, such as ulimit -f, then open the store anew"
    case .overQuota:
      code = .overQuota
      message =
        "a quota leaves the store at \(path) no room: \(error); remove what is not needed, or ask who runs the system for more, then open the store anew"
    case .panic:
      code = .writerStopped
      message = "writing to \(path) stopped after a failure (\(error)); open the store anew"
    case .inputOutput:
      code = .storage
      message = "the disk that holds \(path) is failing: \(error)"
    case .noMemory:
      code = .storage
      message =
        "the address space of this process has no room for the store at \(path): \(error); raise its limit, such as ulimit -v"
    case .dataMissing:
      code = .damaged
      message = error.detail
    case .corrupted:
      code = .damaged
      message = "the store at \(path) is damaged: \(error); \(Self.remedy)"
    case .invalid, .versionMismatch, .incompatible:
      code = .notAStore
      message =
        "\(path) does not hold an LMDB file that this version reads: \(error); \(Self.wayFromOther)"
    case .notDirectory:
      code = .notAStore
      message = "\(path), or a part of it, is no directory; give the path of a store's directory"
    case .noSuchFile:
      code = .noSuchStore
      message =
        "there is no store at \(path), and none can be made: look at the path and at the folders around it"
    case .busy:
      code = .alreadyOpen
      message =
        error.detail.isEmpty
        ? "the store at \(path) is open already, in this process or in another; use that one, or close it first"
        : "the store at \(path) is open already; use that one, or close it first (\(error.detail))"
    case .replaced:
      code = .replaced
      message =
        "the files of the store at \(path) were replaced or removed while a process has it open, and nothing was written to it: "
        + "\(error.detail); end that process or close the store there, then open it again"
    case .accessDenied, .readOnlyFileSystem:
      code = .readOnly
      message =
        "the store at \(path) is not for you to write (\(error)), and whoever opens it, even to look, takes a lock in it: "
        + "to write, ask its owner; to look, copy its folder to a place of your own while nobody writes to it, "
        + "let yourself write in the copy, as with chmod -R u+w, and look there"
    case .tooManyFiles:
      code = .storage
      message =
        "this process may not open as many files as the store at \(path) needs: \(error); raise its limit, such as ulimit -n, or close what it has open"
    case .tooManyFilesInSystem:
      code = .storage
      message =
        "the system has too many files open for the store at \(path): \(error); end what has many open, then try again"
    default:
      code = .storage
      message = "the store at \(path) failed: \(error)"
    }
    self.init(code, message, cause: error)
  }
}
