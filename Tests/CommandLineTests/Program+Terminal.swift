import Foundation
import Synchronization
import TemporaryFolders

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A run of `daybookctl` at a terminal of its own.
struct TerminalRun {
  let status: Int32?
  /// Everything that the terminal was sent.
  let sent: String

  /// What is left on it.
  var lines: [String] { TerminalScreen(sent).lines }
}

struct NoTerminal: Error {}

/// Runs `daybookctl` with a pseudo terminal for its output and errors.
///
/// - Parameter typed: what somebody types; nil when nobody is there to answer.
func daybookctlAtTerminal(
  _ arguments: [String], variables: [String: String] = [:], directory: String? = nil,
  typed: String? = nil
) throws -> TerminalRun {
  var (main, other): (Int32, Int32) = (-1, -1)
  guard openpty(&main, &other, nil, nil, nil) == 0 else { throw NoTerminal() }
  let handle = FileHandle(fileDescriptor: other, closeOnDealloc: false)
  let process = Process()
  process.executableURL = try Executable.find()
  process.arguments = arguments
  process.environment = ProcessInfo.processInfo.environment
    .filter { !$0.key.hasPrefix("DAYBOOK_") }.merging(variables) { _, new in new }
  if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
  process.standardInput = typed == nil ? FileHandle.nullDevice : handle
  process.standardOutput = handle
  process.standardError = handle
  let reading = TerminalReading(main)
  try process.run()
  if let typed {
    _ = typed.utf8CString.withUnsafeBytes { write(main, $0.baseAddress, $0.count - 1) }
  }
  process.waitUntilExit()
  // The last one that has it open: reading ends.
  close(other)
  let sent = reading.finish()
  close(main)
  return TerminalRun(
    status: process.terminationReason == .exit ? process.terminationStatus : nil, sent: sent)
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
