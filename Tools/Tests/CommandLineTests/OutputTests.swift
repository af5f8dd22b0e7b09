import Foundation
import TemporaryFolders
import Testing

/// Where output goes, and what happens when it cannot.
@Suite struct OutputTests {
  private static let full = "/dev/full"
  private static var hasFull: Bool { FileManager.default.fileExists(atPath: full) }

  @Test(
    .enabled(if: hasFull),
    arguments: [["export", "babydashboard"], ["log"], ["profiles", "--json"]])
  func `output that finds no room ends with a status and a sentence`(command: [String]) throws {
    let store = try HouseholdStore()
    // Opened as it is: a file that took the place of the device would be there for everybody.
    let device = try #require(FileHandle(forWritingAtPath: Self.full))
    let run = try nursery(command + ["--store", store.path], output: device)
    #expect(run.status == 74)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("standard output cannot be written"), "\(run.errors)")
  }

  @Test func `a pipe that a picture is written to stays a pipe`() throws {
    let store = try HouseholdStore()
    let pipe = store.folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    // Somebody who reads, and does not wait for who writes.
    let reader = open(pipe, O_RDWR | O_NONBLOCK)
    #expect(reader >= 0)
    defer { close(reader) }
    let run = try store.run("trends", "--days", "3", "--svg", pipe)
    #expect(run.status == 0, "\(run.errors)")
    var status = stat()
    #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    var bytes = [UInt8](repeating: 0, count: 4)
    #expect(read(reader, &bytes, 4) == 4)
    #expect(bytes == Array("<svg".utf8))
  }

  @Test func `the file that a link leads to is written, and the link stays`() throws {
    let store = try HouseholdStore()
    let (link, file) = (store.folder.path("link"), store.folder.path("trends.svg"))
    try Data("old".utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    let run = try store.run("trends", "--days", "3", "--svg", link)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("<svg"))
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    #expect(target == file)
  }
}
