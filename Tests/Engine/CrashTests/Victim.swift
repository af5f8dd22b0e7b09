import ChildProcesses
import Foundation

/// A `crashwriter` process whose output is read line by line until it is killed.
final class Victim {
  private let process: ChildProcess
  private let descriptor: Int32
  private let pipe = Pipe()
  private let input = Pipe()
  private var pending: [UInt8] = []
  /// Whether the process has closed its output.
  private var hasEnded = false

  /// How many seconds a process may be silent before it counts as one that hangs: much longer than
  /// anything takes while others use the machine.
  private static let patience: Int32 = 300

  /// Starts it; `variables` are added to its environment.
  init(
    _ mode: String, at path: String, seed: UInt64 = 0, variables: [String: String] = [:]
  ) throws {
    descriptor = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    process = try ChildProcess(
      Self.executable().path, [path, mode, "\(seed)"],
      environment: ProcessInfo.processInfo.environment.merging(variables) { $1 },
      input: .file(input.fileHandleForReading), output: .file(pipe.fileHandleForWriting))
    try pipe.fileHandleForWriting.close()
    try input.fileHandleForReading.close()
  }

  /// The lines up to the first that begins with `word`, that one included.
  ///
  /// Ends early, without it, when the process ends or hangs.
  func lines(through word: String) -> [String] {
    var found: [String] = []
    while true {
      while let line = nextLine() {
        found.append(line)
        if line.hasPrefix(word) { return found }
      }
      if !receive(milliseconds: Self.patience * 1000) { return found }
    }
  }

  /// The lines that were taken in and nobody has read yet.
  func heard() -> [String] {
    var found: [String] = []
    while let line = nextLine() { found.append(line) }
    return found
  }

  /// Takes in what the process says, and waits so long for it to say something; false when it has
  /// ended.
  func listen(milliseconds: Int32 = 0) -> Bool {
    if receive(milliseconds: milliseconds) { while receive(milliseconds: 0) {} }
    return process.ending == nil
  }

  /// The process.
  var id: Int { Int(process.id) }

  /// Says one line to the process.
  func say(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

  /// Says that no line follows.
  func endInput() { try? input.fileHandleForWriting.close() }

  /// Goes on listening for `microseconds`, then kills the process and gives all it said meanwhile.
  func end(after microseconds: UInt64) -> [String] {
    let deadline = DispatchTime.now().uptimeNanoseconds + microseconds * 1000
    while true {
      let now = DispatchTime.now().uptimeNanoseconds
      if now >= deadline { break }
      _ = receive(milliseconds: Int32((deadline - now) / 1_000_000))
    }
    return end()
  }

  /// Kills the process and gives what it had said and nobody has read yet.
  func end() -> [String] {
    process.signal(SIGKILL)
    _ = try? process.wait()
    while receive(milliseconds: 0) {}
    return heard()
  }

  /// How a process ended.
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
    /// It was silent for too long, and killed.
    case hang
  }

  /// Waits until the process ends by itself, and gives the rest of what it said.
  ///
  /// One that hangs is killed.
  func finish() -> (lines: [String], ending: Ending) {
    var isSilent = false
    while !isSilent, !hasEnded {
      isSilent = !receive(milliseconds: Self.patience * 1000) && !hasEnded
    }
    let lines = end()
    if isSilent { return (lines, .hang) }
    return switch process.ending {
    case .exit(let status)?: (lines, .exit(status))
    case .signal(let number)?: (lines, .signal(number))
    case nil: (lines, .hang)
    }
  }

  /// Whether it was killed, not ended by itself; only afterwards.
  var wasKilled: Bool { process.ending == .signal(SIGKILL) }

  /// Waits for output and takes it in; false when there is none.
  private func receive(milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else {
      hasEnded = hasEnded || count == 0
      return false
    }
    pending += buffer[..<count]
    return true
  }

  private func nextLine() -> String? {
    guard let end = pending.firstIndex(of: 10) else { return nil }
    defer { pending.removeSubrange(...end) }
    return String(decoding: pending[..<end], as: UTF8.self)
  }
}
