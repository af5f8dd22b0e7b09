import ChildProcesses
import Foundation
import TemporaryFolders
import Testing

/// `make install`.
struct InstallTests {
  @Test func `an install has the program, its man page and completions for three shells`() throws {
    let folder = try TemporaryFolder()
    let script = Repository.file("Scripts/install.sh").path
    let process = try ChildProcess(
      "/bin/sh", [script, folder.path, Executable.find().path], output: .nothing)
    #expect(try process.wait() == .exit(0))
    let expected = [
      "bin/nursery": "", "share/man/man1/nursery.1": ".Sh EXIT STATUS",
      "share/bash-completion/completions/nursery": "trends",
      "share/zsh/site-functions/_nursery": "#compdef nursery",
      "share/fish/vendor_completions.d/nursery.fish": "complete",
    ]
    for (path, word) in expected {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder.path(path)))
      #expect(data.count > 1000, "\(path)")
      if !word.isEmpty {
        #expect(String(decoding: data, as: UTF8.self).contains(word), "\(path)")
      }
    }
    #expect(FileManager.default.isExecutableFile(atPath: folder.path("bin/nursery")))
  }
}
