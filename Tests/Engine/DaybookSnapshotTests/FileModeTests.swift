import DaybookSnapshot
import TemporaryFolders
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

private func mode(_ path: String) -> mode_t {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
}

/// Who may read what was published or left.
struct FileModeTests {
  @Test(arguments: [0, 0o022, 0o077] as [mode_t])
  func `files and folders are for their owner alone, whatever the umask`(mask: mode_t) async {
    // The mask belongs to the process, so a child sets it.
    await #expect(processExitsWith: .success) { [mask = mask as mode_t] in
      let directory = try TemporaryFolder()
      umask(mask)
      let inbox = InboxFolder(path: directory.path + "/deep/inbox")
      let name = try inbox.drop(InboxEvent("e", kind: "k", entity: UUID()))
      #expect(mode(directory.path + "/deep") == 0o700)
      #expect(mode(inbox.path) == 0o700)
      #expect(mode("\(inbox.path)/\(name)") == 0o600)
    }
  }

  @Test func `a folder that is there keeps its mode, and a file that is replaced does not`() throws
  {
    let directory = try TemporaryFolder()
    let files = AtomicFolder(path: directory.path)
    #expect(chmod(directory.path, 0o750) == 0)
    try files.make()
    try files.replace("a", with: [1])
    #expect(chmod(directory.path + "/a", 0o644) == 0)
    try files.replace("a", with: [2])
    #expect(mode(directory.path) == 0o750)
    #expect(mode(directory.path + "/a") == 0o600)
  }

  @Test func `a failed write leaves no draft`() throws {
    let directory = try TemporaryFolder()
    let files = AtomicFolder(path: directory.path)
    #expect(mkdir(directory.path + "/a", 0o700) == 0)
    #expect(throws: SnapshotError.self) { try files.replace("a", with: [1]) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a"])
  }

  @Test func `a file where a folder should be is an error that says so`() throws {
    let directory = try TemporaryFolder()
    try AtomicFolder(path: directory.path).replace("a", with: [1])
    for path in ["/a", "/a/b"] {
      let error = #expect(throws: SnapshotError.self) {
        try AtomicFolder(path: directory.path + path).make()
      }
      #expect(error?.code == .storage)
    }
  }
}
