#if Tools
import ArgumentParser
import Daybook
import DaybookSnapshot
import DaybookSync
import Interchange

extension ExitStatus {
  /// The status of an error; nil for one that is nobody's here.
  init?<Tool: StoreTool>(_ error: any Error, of tool: Tool.Type) {
    if let status = Tool.exitStatus(of: error) {
      self = status
      return
    }
    switch error {
    case let error as StoreError: self.init(error)
    case let error as SnapshotError:
      self = error.code == .newerFormat ? .newerFormat : .cannotCreate
    case let error as InterchangeError: self.init(error)
    case let error as SyncError:
      switch error.code {
      case .key: self = .noInput
      case .peer, .unwritable: self = .cannotCreate
      default: self = .badData
      }
    case is NameError, is TakenName, is ForeignStore: self = .badData
    case is BadText: self = .usage
    case is MissingPath: self = .noInput
    case is CannotWrite: self = .cannotCreate
    default: return nil
    }
  }

  private init(_ error: StoreError) {
    switch error.code {
    case .noSuchStore: self = .noInput
    case .newerFormat, .olderFormat, .newerMessage: self = .newerFormat
    case .alreadyOpen, .readOnly, .replaced: self = .cannotCreate
    case .damaged, .diskFull, .fileSizeLimit, .overQuota, .storage, .writerStopped, .notAStore:
      self = .damaged
    case .noSuchTransaction, .noSuchEntity, .foreignToken, .expiredToken, .nothingToUndo,
      .invalidArgument,
      .notInSchema, .notPermitted, .notUndoable, .foreignSpace, .forkedReplica, .tooLarge,
      .clockAhead, .missingTransaction, .unsigned:
      self = .badData
    default: self = .internalFailure
    }
  }

  private init(_ error: InterchangeError) {
    switch error.code {
    case .unreadableFile, .noBackup: self = .noInput
    case .newerFormat: self = .newerFormat
    case .damagedFile: self = .damaged
    case .unwritableFile, .targetExists, .inUse: self = .cannotCreate
    case .badPolicy, .unanswered: self = .usage
    case .differs: self = .checkFailed
    default: self = .badData
    }
  }
}
#endif
