#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the system says of a call that failed, and the way out where that is the same for each
/// file.
package enum SystemReason {
  /// - Parameter code: an `errno`.
  package static func text(_ code: Int32) -> String {
    let told = String(cString: strerror(code))
    return wayOut(code).map { "\(told); \($0)" } ?? told
  }

  /// What lets a file grow that a limit holds back; nil for what is no limit.
  package static func wayOut(_ code: Int32) -> String? {
    switch code {
    case EFBIG: "this process may not make a file so large: raise its limit, such as ulimit -f"
    case EDQUOT: "a quota leaves no room: remove what is not needed, or ask for more"
    default: nil
    }
  }
}
