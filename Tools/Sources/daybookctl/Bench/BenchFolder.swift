import DaybookTool
import Foundation
import Synchronization

/// A folder for the stores that are measured, which goes at the end, and when the process is told
/// to end.
struct BenchFolder {
  let path: String
  private let signals: EndSignals
  private let end: End

  /// Makes it in a folder that is there.
  ///
  /// - Throws: `MissingPath`; `CannotWrite`.
  init(in parent: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: parent, isDirectory: &isFolder) else {
      throw MissingPath("there is no folder \(parent)")
    }
    guard isFolder.boolValue else { throw MissingPath("\(parent) is no folder") }
    path =
      URL(fileURLWithPath: parent)
      .appendingPathComponent("daybook-bench-\(UUID().uuidString)").path
    let end = End(path)
    self.end = end
    signals = EndSignals([SIGINT, SIGTERM, SIGHUP]) { end.come(by: $0) }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw CannotWrite(path, error)
    }
  }

  /// A store in it.
  func store(_ name: String) -> String { path + "/" + name }

  func remove() {
    signals.cancel()
    end.remove()
  }

  /// Waits for the end of the process when it was told to end: what fails then fails because the
  /// files are gone.
  func waitWhenEnding() {
    while end.hasBegun.load(ordering: .acquiring) { Thread.sleep(forTimeInterval: 1) }
  }
}

/// The end of a folder, and of the process where that was told to end.
private final class End: Sendable {
  let hasBegun = Atomic(false)
  private let path: String

  init(_ path: String) { self.path = path }

  /// Removes the folder, also while another thread makes files in it.
  func remove() {
    for _ in 0..<100 where FileManager.default.fileExists(atPath: path) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// Ends the process by the signal that it was sent.
  func come(by number: Int32) {
    hasBegun.store(true, ordering: .releasing)
    remove()
    Terminal.end()
    signal(number, SIG_DFL)
    kill(getpid(), number)
    // The first process of a container gets no signal that it does not handle.
    Thread.sleep(forTimeInterval: 0.2)
    _exit(128 + number)
  }
}
