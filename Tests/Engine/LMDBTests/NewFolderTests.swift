import Foundation
import TemporaryFolders
import Testing

@testable import LMDB

/// The folders that are made around a new file.
struct NewFolderTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(arguments: ["store", "Application Support/App/store", "a//b/../c/store/"])
  func `folders that are missing are made for the owner alone`(path: String) throws {
    let before = try mode(directory.path)
    let path = directory.path(path) + (path.hasSuffix("/") ? "/" : "")
    _ = try Environment(path: path)
    #expect(FileManager.default.fileExists(atPath: path + "/data.mdb"))
    var made = URL(fileURLWithPath: path).standardizedFileURL
    while made.path != directory.path {
      #expect(try mode(made.path) == 0o700, "\(made.path)")
      made.deleteLastPathComponent()
    }
    #expect(try mode(directory.path) == before)
  }

  @Test func `nothing is made when no file is to be made`() throws {
    let path = directory.path("a/b/store")
    let error = #expect(throws: LMDBError.self) {
      _ = try Environment(path: path, options: .init(createsFiles: false))
    }
    #expect(error?.code == .noSuchFile)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
  }

  @Test func `a file in the place of a folder stays`() throws {
    let file = try directory.file("a", "text")
    let error = #expect(throws: LMDBError.self) { _ = try Environment(path: file + "/b/store") }
    #expect(error?.code == .notDirectory)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "text")
  }

  @Test func `a folder that cannot be made is named`() throws {
    let link = directory.path("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: directory.path("nowhere"))
    let error = #expect(throws: LMDBError.self) { _ = try Environment(path: link + "/b/store") }
    #expect(error?.code == .noSuchFile)
    #expect(error?.detail == link + "/b")
  }

  @Test func `an empty path is refused`() {
    let error = #expect(throws: LMDBError.self) { _ = try Environment(path: "") }
    #expect(error?.code == .noSuchFile)
  }

  @Test func `the names of all folders that may be new are made to last`() throws {
    let path = directory.path("a/b/store")
    _ = try Environment(path: path)
    #expect(try mode(directory.path) != 0o700)
    let ups = ["", "/..", "/../..", "/../../.."]
    #expect(NewDataFile.folders(around: path) == ups.map { path + $0 })
    #expect(NewDataFile.folders(around: directory.path) == ["", "/.."].map { directory.path + $0 })
  }
}
