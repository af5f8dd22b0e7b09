#if Tools
  import Daybook
  import Interchange
  import Nursery

  /// The exit statuses, as in `sysexits.h`.
  enum ExitStatus: Int32 {
    case checkFailed = 1
    case badData = 65
    case noInput = 66
    case internalFailure = 70
    case damaged = 74
    case newerFormat = 76

    /// The status of an error that this program knows; nil leaves it to the argument parser.
    init?(_ error: any Error) {
      switch error {
      case let error as StoreError:
        switch error.code {
        case .noSuchStore: self = .noInput
        case .newerFormat: self = .newerFormat
        case .damaged, .diskFull, .storage, .writerStopped, .notAStore: self = .damaged
        case .noSuchTransaction, .foreignToken, .invalidArgument, .notInSchema: self = .badData
        default: self = .internalFailure
        }
      case let error as InterchangeError:
        self = error.code == .unreadableFile ? .noInput : .badData
      case is DayBoundaryError, is NurseryError: self = .badData
      default: return nil
      }
    }
  }
#endif
