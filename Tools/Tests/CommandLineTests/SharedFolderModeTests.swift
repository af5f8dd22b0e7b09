import ChildProcesses
import Foundation
import TemporaryFolders
import Testing

/// Who may get at what is written for other members, and at what is not.
struct SharedFolderModeTests {
  private let family: Family

  init() throws { family = try Family() }

  private func mode(_ path: String) throws -> Int {
    var status = stat()
    try #require(lstat(family.folder.path(path), &status) == 0, "\(path)")
    return Int(status.st_mode & 0o7777)
  }

  /// Exchanges both stores with the folder `drive` under a mask.
  private func exchange(mask: String) throws {
    for store in ["ada", "ben", "ada"] {
      let words = "umask \(mask); exec \"$0\" sync folder drive --store \(store)"
      let child = try ChildProcess(
        "/bin/sh", ["-c", words, Executable.find().path],
        environment: Executable.variables(Family.variables), directory: family.folder.path)
      #expect(try child.wait().status == 0)
    }
  }

  /// The modes of what lies in `drive`, folders and files.
  private func modes() throws -> (folders: Set<Int>, files: Set<Int>) {
    var (folders, files): (Set<Int>, Set<Int>) = ([], [])
    let all = FileManager.default.enumerator(atPath: family.folder.path("drive"))
    while let name = all?.nextObject() as? String {
      let isFolder = all?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
      let mode = try mode("drive/\(name)")
      if isFolder { folders.insert(mode) } else { files.insert(mode) }
    }
    return (folders, files)
  }

  @Test(arguments: [
    ("002", 0o775, 0o775, 0o664), ("022", 0o755, 0o755, 0o644), ("077", 0o700, 0o700, 0o600),
    ("777", 0o700, 0o700, 0o600), ("077", 0o2770, 0o2770, 0o660), ("022", 0o2770, 0o2775, 0o664),
  ])
  func `a shared folder goes by the mask and by the setgid bit of its directory`(
    mask: String, drive: Int, folder: Int, file: Int
  ) throws {
    let path = family.folder.path("drive")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try #require(chmod(path, mode_t(drive)) == 0)
    try exchange(mask: mask)
    let found = try modes()
    #expect(found.folders == [folder] && found.files == [file], "\(found)")
    #expect(try mode("drive") == drive)
    // What is not for others stays their owner's.
    for store in ["ada", "ben"] {
      #expect(try mode(store) == 0o700)
      for name in try FileManager.default.contentsOfDirectory(atPath: family.folder.path(store)) {
        #expect(try mode("\(store)/\(name)") & 0o077 == 0, "\(store)/\(name)")
      }
    }
  }
}
