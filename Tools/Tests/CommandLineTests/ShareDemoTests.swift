import ChildProcesses
import Foundation
import TemporaryFolders
import Testing

/// What `Scripts/share-demo.sh` shows of a shared store, by the command line.
struct ShareDemoTests {
  @Test func `three stores over a folder, one revoked and one restored, end up the same`() throws {
    let folder = try TemporaryFolder()
    let output = URL(fileURLWithPath: try folder.file("output"))
    let handle = try FileHandle(forWritingTo: output)
    let process = try ChildProcess(
      "/bin/sh",
      [Repository.file("Scripts/share-demo.sh").path, Executable.find().path],
      environment: Executable.variables(), output: .file(handle), errors: .file(handle))
    let ending = try process.wait()
    let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    #expect(ending == .exit(0), "\(text.suffix(1000))")
    #expect(text.contains("may only") == false && text.contains("cleo    writer"))
    #expect(text.contains("revoked after 1"))
    #expect(text.hasSuffix("The digests of all views are the same in the three stores.\n"))
  }
}
