import ArgumentParser
import Daybook
import DaybookSnapshot
import DaybookSync
import Foundation
import Interchange
import Nursery
import NurseryServers

/// The exit statuses, as in `sysexits.h`.
enum ExitStatus: Int32 {
  case checkFailed = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  case internalFailure = 70
  case cannotCreate = 73
  case damaged = 74
  case newerFormat = 76

  /// The status of an error; nil leaves it to the argument parser, whose own it is.
  init?(_ error: any Error) {
    switch error {
    case let error as StoreError:
      switch error.code {
      case .noSuchStore: self = .noInput
      case .newerFormat, .newerMessage: self = .newerFormat
      case .alreadyOpen: self = .cannotCreate
      case .damaged, .diskFull, .storage, .writerStopped, .notAStore: self = .damaged
      case .noSuchTransaction, .foreignToken, .expiredToken, .nothingToUndo, .invalidArgument,
        .notInSchema, .notPermitted, .notUndoable, .foreignSpace, .forkedReplica, .tooLarge,
        .clockAhead, .missingTransaction, .unsigned:
        self = .badData
      default: self = .internalFailure
      }
    case let error as SnapshotError:
      self = error.code == .newerFormat ? .newerFormat : .cannotCreate
    case let error as InterchangeError:
      switch error.code {
      case .unreadableFile, .noBackup, .serverRefused, .serverFailed, .serverUnreachable,
        .serverMoved:
        self = .noInput
      case .newerFormat: self = .newerFormat
      case .damagedFile: self = .damaged
      case .unwritableFile, .targetExists, .inUse: self = .cannotCreate
      case .badPolicy, .unanswered, .badServer: self = .usage
      case .differs: self = .checkFailed
      default: self = .badData
      }
    case is DayBoundaryError, is NurseryError, is NameError: self = .badData
    case is BadText, is OpenQuestions: self = .usage
    case is MissingPath: self = .noInput
    case is CannotWrite: self = .cannotCreate
    default:
      if let error = error as? SyncError {
        self = Self(error)
        return
      }
      // The parser's own errors are wrong arguments, or no errors at all, such as a call for
      // help.
      guard !(error is ExitCode), Daybookctl.exitCode(for: error) == .failure else { return nil }
      self = .internalFailure
    }
  }
}

extension ExitStatus {
  private init(_ error: SyncError) {
    switch error.code {
    case .key: self = .noInput
    case .peer: self = .cannotCreate
    default: self = .badData
    }
  }
}

/// A file or folder that is not there.
struct MissingPath: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A file or folder that could not be made.
struct CannotWrite: Error, CustomStringConvertible {
  let description: String

  init(_ path: String, _ error: any Error) {
    let folder = (path as NSString).deletingLastPathComponent
    guard folder.isEmpty || FileManager.default.fileExists(atPath: folder) else {
      description = "\(path) cannot be written: there is no folder \(folder)"
      return
    }
    let error = error as NSError
    let reason = error.localizedFailureReason ?? error.localizedDescription
    // Foundation ends its sentences itself.
    let text = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    description = "\(path) cannot be written: \(text)"
  }

  init(_ description: String) { self.description = description }
}
