/// The exit statuses, as in `sysexits.h`.
public enum ExitStatus: Int32, Sendable {
  case checkFailed = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  case internalFailure = 70
  case cannotCreate = 73
  case damaged = 74
  case newerFormat = 76
}
