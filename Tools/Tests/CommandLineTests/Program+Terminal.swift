import ChildProcesses
import Foundation
import Synchronization
import TemporaryFolders

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A run of `nursery` at a terminal of its own.
struct TerminalRun {
  let status: Int32?
  /// Everything that the terminal was sent.
  let sent: String

  /// What is left on it.
  var lines: [String] { TerminalScreen(sent).lines }
}

struct NoTerminal: Error {}

/// Runs `nursery` with a pseudo terminal for its output and errors.
///
/// - Parameter typed: what somebody types; nil when nobody is there to answer.
func nurseryAtTerminal(
  _ arguments: [String], variables: [String: String] = [:], directory: String? = nil,
  typed: String? = nil
) throws -> TerminalRun {
  var (main, other): (Int32, Int32) = (-1, -1)
  guard openpty(&main, &other, nil, nil, nil) == 0 else { throw NoTerminal() }
  let reading = TerminalReading(main)
  let process = try ChildProcess(
    Executable.find().path, arguments, environment: Executable.variables(variables),
    directory: directory, input: typed == nil ? .nothing : .descriptor(other),
    output: .descriptor(other), errors: .descriptor(other))
  if let typed {
    _ = typed.utf8CString.withUnsafeBytes { write(main, $0.baseAddress, $0.count - 1) }
  }
  let ending = try process.wait()
  // The last one that has it open: reading ends.
  close(other)
  let sent = reading.finish()
  close(main)
  return TerminalRun(status: ending.status, sent: sent)
}

/// Takes what a terminal is sent, so that nobody who writes to it waits.
private final class TerminalReading: Sendable {
  private let bytes = Mutex<[UInt8]>([])
  private let end = DispatchSemaphore(value: 0)

  init(_ descriptor: Int32) {
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count <= 0 { break }
        bytes.withLock { $0 += buffer[..<count] }
      }
      end.signal()
    }
  }

  func finish() -> String {
    end.wait()
    return bytes.withLock { String(decoding: $0, as: UTF8.self) }
  }
}
