import Foundation
import TemporaryFolders
import Testing

/// Pictures of entries, from a file into the store, a backup and another device.
@Suite struct PhotoCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Data([1, 2, 3]).write(to: folder.url.appendingPathComponent("smile.JPG"))
    try Data([4]).write(to: folder.url.appendingPathComponent("bath.png"))
    for line in ["new --store s", "profile add Noor --store s"] { try run(line) }
  }

  @discardableResult
  private func run(_ line: String, status: Int32 = 0) throws -> Run {
    let run = try nursery(ShellWords.split(line), directory: folder.path)
    try #require(run.status == status, "\(line): \(run.output)\(run.errors)")
    return run
  }

  private func attachments(_ line: String = "attachments --store s") throws -> [[String: Any]] {
    try run(line + " --json").json(as: [String: Any].self)["attachments"] as? [[String: Any]] ?? []
  }

  @Test func `a picture is kept, shown, changed, taken away and brought back`() throws {
    try run("add note Smile --photo smile.JPG --store s")
    #expect(try attachments().map { $0["state"] as? String } == ["here"])
    let shown = try run("show last --store s").output
    let name = try #require(try attachments()[0]["name"] as? String)
    #expect(shown.contains("photos   \(name.prefix(8)).jpg"), "\(shown)")
    try run("edit last --photo bath.png --photo smile.JPG --store s")
    #expect(try attachments().count == 2)
    let both = try run("show last --json --store s").output
    #expect(both.contains(".png") && both.contains(".jpg"), "\(both)")
    try run("edit last photos= --store s")
    #expect(try !run("show last --store s").output.contains("photos"))
    try run("undo --store s")
    #expect(try run("show last --store s").output.contains(".png"))
    #expect(try run("attachments --collect --store s").output.contains("removed 0 files"))
  }

  @Test func `a backup has the pictures, and doctor names one that is missing`() throws {
    try run("add diaper wet --photo smile.JPG --store s")
    #expect(try run("backup run b --store s").output.contains("copied 1 attachment"))
    try run("backup restore b --into again")
    #expect(try attachments("attachments --store again").map { $0["state"] as? String } == ["here"])
    let name = try #require(try attachments()[0]["name"] as? String)
    try FileManager.default.removeItem(
      atPath: folder.path("s/attachments/\(name.prefix(2))/\(name)"))
    let found = try run("doctor --store s", status: 1).output
    #expect(found.contains(name) && found.contains("The log is whole"), "\(found)")
  }

  @Test func `a backup of Nuzzle has no pictures of the store, and when it was written`() throws {
    try run("add diaper wet --photo smile.JPG --store s")
    try run("export nuzzle out.json --store s")
    let data = try Data(contentsOf: folder.url.appendingPathComponent("out.json"))
    let text = String(decoding: data, as: UTF8.self)
    #expect(!text.contains("attachment:") && !text.contains("photoUrls"), "\(text)")
    let file = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let events = try #require(file?["events"] as? [[String: Any]])
    #expect(events.count == 1 && events[0]["createdAt"] is Double, "\(text)")
  }

  @Test func `a picture that is not there changes nothing`() throws {
    let run = try nursery(
      ShellWords.split("add note Smile --photo none.jpg --store s"), directory: folder.path)
    #expect(run.status != 0 && run.errors.contains("there is no file at none.jpg"), "\(run.errors)")
    #expect(try attachments().isEmpty)
  }
}
