import Dispatch
import Foundation
import Synchronization
import TemporaryFolders
import Testing

/// What no output is written over, whatever somebody names.
struct KeptFilesTests {
  private let family: Family

  init() throws {
    family = try Family()
    try family.exchange()
  }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: family.folder.path(path)))
  }

  /// The paths of all files in a folder, from the folder of the family.
  private func files(in folder: String) throws -> [String] {
    let found = FileManager.default.enumerator(atPath: family.folder.path(folder))
    return (found?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }.sorted().filter {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: family.folder.path($0), isDirectory: &isFolder)
      return !isFolder.boolValue
    }
  }

  @Test(arguments: [
    "prove --output FILE --replace --store ada", "export log FILE --replace --store ada",
    "export view days --output FILE --replace --store ada",
    "sync request --store zoe --output FILE --replace",
  ])
  func `no output replaces a key, a guard, or a file of a store, a backup or a shared folder`(
    line: String
  ) throws {
    try family.run("backup run backups --store ada")
    try FileManager.default.createSymbolicLink(
      atPath: family.folder.path("link"), withDestinationPath: "ada.key")
    let kept =
      try ["ada.key", "ada.key.guard", "ada/data.mdb", "link"] + files(in: "drive")
      + files(in: "backups").filter { !$0.hasSuffix(".lock") }
    #expect(kept.count > 8, "\(kept)")
    for path in kept {
      let before = try bytes(path)
      let run = try family.refused(line.replacing("FILE", with: path))
      #expect(run.status == 73 && run.errorLines.count == 1, "\(path): \(run.errors)")
      // A store that is opened may write its own file.
      if path == "ada/data.mdb" {
        try family.run("verify --store ada")
      } else {
        #expect(try bytes(path) == before, "\(path)")
      }
    }
    #expect(FileManager.default.fileExists(atPath: family.folder.path("zoe.key")) == false)
  }

  @Test(arguments: [
    "export babybuddy PLACE --store ada", "snapshot widgets --out PLACE --store ada",
    "show Noor --photos-into PLACE --store ada", "backup run PLACE --store ben",
    "backup restore backups --into PLACE", "doctor --rebuild-into PLACE --store ada",
    "new --store PLACE", "import log log.ndjson --store PLACE", "sync folder PLACE --store ada",
    "sync request --store PLACE",
  ])
  func `nothing is put into the folder of a store, however deep`(line: String) throws {
    try family.run("export log log.ndjson --store ada")
    try FileManager.default.createSymbolicLink(
      atPath: family.folder.path("link"), withDestinationPath: "ada")
    for place in ["ada/x", "link/x/y"] {
      let run = try family.refused(line.replacing("PLACE", with: place))
      #expect(run.status == 73 && run.errorLines.count == 1, "\(place): \(run.errors)")
      #expect(run.errors.contains("is in the folder of the store at"), "\(run.errors)")
    }
    let left = try files(in: "ada")
    #expect(!left.contains { $0.contains("/x") }, "\(left)")
    #expect(!FileManager.default.fileExists(atPath: family.folder.path("ada/x")))
  }

  @Test func `what is no key is told as that, by its own name`() throws {
    let key = family.folder.path("ada.key")
    for content in ["", "no key", String(repeating: "x", count: 5_000)] {
      try Data(content.utf8).write(to: URL(fileURLWithPath: key))
      let run = try family.refused("sync folder drive --store ada")
      #expect(run.errors.contains("the file \(key) is no key"), "\(run.errors)")
      let status = try family.run("sync status --store ada").output
      #expect(status.contains("\(key) is no key of this version"), "\(status)")
    }
  }

  @Test func `a link that leads to nothing stays, and the file is made where it leads`() throws {
    let link = family.folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
    try family.run("prove --output link --store ada")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
    #expect(try family.run("prove --check target").output.contains("Ada"))
  }

  @Test func `a line stands for standard output`() throws {
    let printed = try family.run("prove --output - --store ada").output
    try Data(printed.utf8).write(to: URL(fileURLWithPath: family.folder.path("printed")))
    #expect(try family.run("prove --check printed").output.contains("Ada"))
    #expect(
      try family.run("sync request --output - --store zoe").output.contains("daybook-request"))
    #expect(!FileManager.default.fileExists(atPath: family.folder.path("-")))
  }

  @Test(arguments: [
    "prove --output same --store ada", "export log same --store ada",
    "export view days --output same --store ada",
    "export view feeds --format json --output same --store ada",
  ])
  func `of several that write one file at once, one does`(line: String) throws {
    for _ in 0..<4 {
      try? FileManager.default.removeItem(atPath: family.folder.path("same"))
      let statuses = Mutex<[Int32]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        let run = try? nursery(
          ShellWords.split(line), variables: Family.variables, directory: family.folder.path)
        statuses.withLock { $0.append(run?.status ?? -1) }
      }
      #expect(statuses.withLock { $0.sorted() } == [0, 73, 73, 73])
    }
  }
}
