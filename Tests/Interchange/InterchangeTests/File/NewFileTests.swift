import Foundation
@_spi(Tools) import Interchange
import TemporaryFolders
import Testing

/// What stands where a file is to be written.
struct NewFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func url(_ name: String) -> URL { URL(fileURLWithPath: folder.path(name)) }

  private func sort(of name: String) -> mode_t {
    var status = stat()
    return lstat(folder.path(name), &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  @Test func `a pipe stays one, and is written into`() throws {
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    // Opened for both, which waits for nobody.
    let reader = open(folder.path("pipe"), O_RDWR)
    defer { close(reader) }
    try NewFile.write("rice\n", to: url("pipe"))
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(reader, &bytes, bytes.count) == 5)
    #expect(String(decoding: bytes.prefix(5), as: UTF8.self) == "rice\n")
    #expect(sort(of: "pipe") == S_IFIFO)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["pipe"])
  }

  @Test func `a link stays one, and what it leads to is replaced`() throws {
    try NewFile.write("old", to: url("file"))
    #expect(symlink("file", folder.path("link")) == 0)
    try NewFile.write("new", to: url("link"))
    #expect(sort(of: "link") == S_IFLNK)
    #expect(try String(contentsOf: url("file"), encoding: .utf8) == "new")
  }

  @Test func `drafts of processes that were killed go with the next file, and others stay`()
    throws
  {
    let names = (0..<2).map { _ in ".daybook-\(UUID().uuidString)" }
    for name in names + [".daybook-other"] { try Data("half".utf8).write(to: url(name)) }
    // As one who writes it.
    let descriptor = open(folder.path(names[1]), O_WRONLY)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    try NewFile.write("new", to: url("file"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.sorted() == [names[1], ".daybook-other", "file"].sorted())
  }

  @Test func `a file that is written stays whatever is written beside it`() throws {
    let first = try NewFile(url("first"))
    try first.write(Array("first".utf8))
    try NewFile.write("second", to: url("second"))
    try first.keep()
    #expect(try String(contentsOf: url("first"), encoding: .utf8) == "first")
  }

  @Test(arguments: [(0o600, 0o600), (0o666, 0o644)] as [(mode_t, mode_t)])
  func `who may read it is what was asked for, as far as the mask lets`(
    asked: mode_t, given: mode_t
  ) async {
    // The mask belongs to the process, so a child sets it.
    await #expect(processExitsWith: .success) {
      [asked = asked as mode_t, given = given as mode_t] in
      umask(0o022)
      let folder = try TemporaryFolder()
      let file = try NewFile(URL(fileURLWithPath: folder.path("file")), mode: asked)
      try file.write(Array("new".utf8))
      try file.keep()
      var status = stat()
      #expect(stat(folder.path("file"), &status) == 0 && status.st_mode & 0o777 == given)
    }
  }

  @Test func `a folder is refused, and stays`() throws {
    try FileManager.default.createDirectory(at: url("folder"), withIntermediateDirectories: false)
    #expect(throws: InterchangeError.self) { try NewFile.write("new", to: url("folder")) }
    #expect(sort(of: "folder") == S_IFDIR)
  }

  @Test func `a name that another process has taken meanwhile is left to it`() throws {
    for content in ["", "other"] {
      let file = try NewFile(url("file"), replaces: false)
      try file.write(Array("own".utf8))
      try Data(content.utf8).write(to: url("file"))
      if content.isEmpty {
        try file.keep()
      } else {
        let error = #expect(throws: InterchangeError.self) { try file.keep() }
        #expect(error?.code == .targetExists)
      }
      let expected = content.isEmpty ? "own" : content
      #expect(try String(contentsOf: url("file"), encoding: .utf8) == expected)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
  }

  @Test func `a link that leads to nothing leads to the file then`() throws {
    #expect(symlink("far", folder.path("near")) == 0 && symlink("near", folder.path("link")) == 0)
    try NewFile.write("new", to: url("link"))
    #expect(sort(of: "link") == S_IFLNK && sort(of: "near") == S_IFLNK)
    #expect(try String(contentsOf: url("far"), encoding: .utf8) == "new")
  }

  @Test(arguments: ["key", "key.guard", "other.guard", "drive/ID/ID/vector", "drive/ID/new"])
  func `no key, guard or file of a shared folder is replaced, nor by a link to one`(
    name: String
  ) throws {
    let (space, replica) = (UUID().uuidString.lowercased(), UUID().uuidString.lowercased())
    try FileManager.default.createDirectory(
      atPath: folder.path("drive/\(space)/\(replica)"), withIntermediateDirectories: true)
    try Data("daybook key 1\nAAAA\n".utf8).write(to: url("key"))
    try Data("\(UUID().uuidString) 12 00\n".utf8).write(to: url("other.guard"))
    let path =
      name.replacing("ID/ID", with: "\(space)/\(replica)").replacing("ID", with: space)
    #expect(symlink(path, folder.path("link")) == 0)
    for name in [path, "link"] {
      let error = #expect(throws: InterchangeError.self) { try NewFile(url(name)) }
      #expect(error?.code == .unwritableFile, "\(name)")
    }
    #expect(throws: Never.self) { try NewFile.write("text", to: url("drive/\(space).txt")) }
    #expect(throws: Never.self) { try NewFile.write("text", to: url("some.guard")) }
  }
}
