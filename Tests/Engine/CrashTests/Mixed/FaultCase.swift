import Foundation
import TemporaryFolders
import Testing

/// One call that fails in a process, and what that leaves.
struct FaultCase: CustomStringConvertible {
  /// The sorts of calls, in the order in which the library counts them.
  enum Call: String, CaseIterable {
    case write, flush, truncate, open, rename, remove, mode, read

    /// In which ways it can fail.
    var times: [String] {
      switch self {
      case .write: ["once", "ever", "part", "short"]
      case .read: ["once", "ever", "part"]
      default: ["once", "ever"]
      }
    }

    /// With which errors; what takes no room on a disk never finds it full.
    var errors: [String] {
      switch self {
      case .remove, .mode, .read: ["EIO"]
      default: ["EIO", "ENOSPC"]
      }
    }
  }

  /// What the process made of it that was not wrong.
  enum Class: String, CaseIterable {
    /// Nothing threw, and everything was done.
    case unnoticed
    /// Something threw a typed error, and the process went on to its end.
    case told
    /// The store could not be opened, and the process ended with a typed error.
    case refused
    /// The disk took pages back while a commit read them, and LMDB ended the process.
    case aborted
  }

  let mode: String
  let call: Call
  /// Which call of its sort fails, from 1.
  let number: Int
  /// `once`, `ever`, `part` or `short`.
  let times: String
  /// `EIO` or `ENOSPC`.
  let error: String
  /// Whether a failed flush forgets what it could not write.
  let dropsPages: Bool

  private var fault: String {
    "\(call) \(number) \(times) \(error) \(dropsPages ? "drop" : "keep")"
  }

  var description: String { "\(mode), \(fault)" }

  /// What came of it, and what went wrong; empty when nothing did.
  func run() throws -> (class: Class, faults: [String]) {
    let directory = try TemporaryFolder(inMemory: true)
    let path = directory.path + "/store"
    let victim = try Self.victim(mode, at: path, ["DAYBOOK_FAULT": fault])
    let (lines, ending) = victim.finish()
    var faults: [String] = []
    // Pages go back as soon as the flush of a checkpoint fails, a moment before anybody is told.
    // LMDB, which trusts its pages, may be within a commit then.
    let signals = [SIGABRT, SIGSEGV, SIGBUS].map { Victim.Ending.signal($0) }
    let isAborted = dropsPages && signals.contains(ending)
    // Otherwise it ends by itself, having said why, or having finished.
    if !isAborted, ending != .exit(0), ending != .exit(1) || lines.last?.hasPrefix("error") != true
    {
      faults.append("the process ended by \(ending) after \(lines.last ?? "nothing")")
    }
    faults += lines.filter { $0.contains("untyped") }
    var promises = Promises()
    promises.hear(lines)
    faults += try Inspection(of: path).faults(promises, losesRelaxed: dropsPages)
    let isTold = lines.contains { $0.hasPrefix("fail") || $0.hasPrefix("rejected") }
    let outcome: Class =
      isAborted ? .aborted : ending == .exit(1) ? .refused : isTold ? .told : .unnoticed
    return (outcome, faults)
  }

  /// How many calls of each sort a run without failures makes.
  static func counts(_ mode: String) throws -> [Call: Int] {
    let directory = try TemporaryFolder(inMemory: true)
    let counts = directory.path + "/counts"
    let variables = ["DAYBOOK_FAULT": "write 0 once EIO keep", "DAYBOOK_FAULT_COUNTS": counts]
    let (lines, ending) = try victim(mode, at: directory.path + "/store", variables).finish()
    try #require(lines.last == "finished" && ending == .exit(0), "\(lines.suffix(3)) \(ending)")
    #expect(lines.filter { $0.hasPrefix("fail") } == [])
    let numbers = try String(contentsOfFile: counts, encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    return Dictionary(uniqueKeysWithValues: zip(Call.allCases, numbers))
  }

  private static func victim(
    _ mode: String, at path: String, _ variables: [String: String]
  ) throws -> Victim {
    let library = try Victim.executable().deletingLastPathComponent()
      .appendingPathComponent("lib_faultinjector.so").path
    try #require(FileManager.default.fileExists(atPath: library))
    let own = ["LD_PRELOAD": library, "DAYBOOK_FAULT_OF": path]
    return try Victim(mode, at: path, seed: 1, variables: variables.merging(own) { $1 })
  }

  /// Every case of a mode: every call of every sort, in every way to fail.
  static func all(_ mode: String) throws -> [FaultCase] {
    var cases: [FaultCase] = []
    for (call, count) in try counts(mode).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for number in 1...max(count, 1) where count > 0 {
        for times in call.times {
          for error in times == "part" ? ["EIO"] : call.errors {
            for drops in call == .flush ? [false, true] : [false] {
              cases.append(
                FaultCase(
                  mode: mode, call: call, number: number, times: times, error: error,
                  dropsPages: drops))
            }
          }
        }
      }
    }
    return cases
  }
}
