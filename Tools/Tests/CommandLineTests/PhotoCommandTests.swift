import Foundation
import TemporaryFolders
import Testing

/// Pictures of entries, from a file into the store, a backup and another device.
struct PhotoCommandTests {
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

  /// The file of the only picture of a store.
  private func file(of store: String = "s") throws -> URL {
    let name = try #require(try attachments("attachments --store \(store)")[0]["name"] as? String)
    return folder.url.appendingPathComponent("\(store)/attachments/\(name.prefix(2))/\(name)")
  }

  @Test func `the pictures of increments come back with a restore`() throws {
    try run("add note one --photo smile.JPG --store s")
    try run("backup run b --store s")
    try run("add note two --photo bath.png --store s")
    try run("backup run b --store s")
    #expect(try run("backup restore b --into r").output.contains("with 2 attachments"))
    #expect(try run("verify --store r").status == 0)
  }

  @Test func `a backup without a picture ends with 1 each time, and so does its restore`() throws {
    try run("add diaper wet --photo smile.JPG --store s")
    try FileManager.default.removeItem(at: file())
    for _ in 0..<2 {
      let told = try run("backup run b --store s", status: 1).output
      #expect(told.contains("whose file is missing") && told.contains("leads to"), "\(told)")
    }
    let restored = try run("backup restore b --into r", status: 1).output
    #expect(restored.contains("lack the attachment"), "\(restored)")
    #expect(!restored.contains("every check holds"), "\(restored)")
  }

  @Test func `a picture that was changed is told, and brought back from a backup`() throws {
    try run("add diaper wet --photo smile.JPG --store s")
    try run("backup run b --store s")
    try Data([9, 9, 9]).write(to: file())
    let list = try run("attachments --store s", status: 1).output
    #expect(list.contains("changed"), "\(list)")
    let found = try run("doctor --store s", status: 1).output
    #expect(found.contains("attachments --from"), "\(found)")
    let brought = try run("attachments --from b --store s").output
    #expect(brought.contains("brought 1 file") && brought.contains("here"), "\(brought)")
    try run("doctor --store s")
  }

  @Test func `a log that is taken in says how its pictures come`() throws {
    try run("add note Smile --photo smile.JPG --store s")
    try run("export log l.ndjson --store s")
    let told = try run("import log l.ndjson --store again").output
    #expect(told.contains("1 file") && told.contains("attachments --from FOLDER"), "\(told)")
    #expect(try run("attachments --store again", status: 1).output.contains("missing"))
    try run("attachments --from nowhere --store again", status: 66)
    try run("attachments --from s --store again")
    try run("verify --store again")
  }

  @Test func `pictures are written out, and lists say which entries have them`() throws {
    try run("add note Smile --photo smile.JPG --photo bath.png --store s")
    try run("add note Plain --store s")
    #expect(try run("history --store s").output.contains("note (2 photos)"))
    #expect(try run("search smile --store s").output.contains("note (2 photos)"))
    let found = try run("search smile --json --store s").json(as: [String: Any].self)
    let id = try #require((found["entries"] as? [[String: Any]])?.first?["short"] as? String)
    let told = try run("show \(id) --photos-into out/pictures --store s").output
    let files = told.split(separator: "\n").map { String($0.dropFirst("wrote ".count)) }
    let contents = try files.map { try Data(contentsOf: URL(fileURLWithPath: folder.path($0))) }
    #expect(contents == [Data([1, 2, 3]), Data([4])])
    try run("show last --photos-into out --store s", status: 65)
  }

  @Test func `pictures that are there already are replaced when somebody says so`() throws {
    try run("add note Smile --photo smile.JPG --store s")
    let told = try run("show last --photos-into out --store s").output
    let file = folder.url.appendingPathComponent(
      told.dropFirst("wrote ".count).trimmingCharacters(in: .newlines))
    try Data([9]).write(to: file)
    let refused = try run("show last --photos-into out --store s", status: 73).errors
    #expect(refused.contains("is there already; --replace writes over it"), "\(refused)")
    #expect(try Data(contentsOf: file) == Data([9]))
    try run("show last --photos-into out --replace --store s")
    #expect(try Data(contentsOf: file) == Data([1, 2, 3]))
  }

  @Test func `exports say that they leave pictures out, and tables name them`() throws {
    try run("add note Smile --photo smile.JPG --store s")
    let losses = "1 entry: Its pictures are left out"
    #expect(try run("export babybuddy bb --store s").output.contains(losses))
    #expect(try run("export report r.html --store s").output.contains(losses))
    #expect(try run("export report --store s").errors.contains(losses))
    let table = try run("export view notes --store s").output
    #expect(table.contains(",photos,") && table.contains("attachment:3:"), "\(table)")
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
    #expect(run.status == 66)
    #expect(run.errors.contains("there is no file at none.jpg"), "\(run.errors)")
    #expect(try attachments().isEmpty)
  }

  @Test func `an empty file is no picture, and none of the others is kept then`() throws {
    _ = try folder.file("empty.jpg")
    let run = try nursery(
      ShellWords.split("add note Smile --photo smile.JPG --photo empty.jpg --store s"),
      directory: folder.path)
    #expect(run.status == 65 && run.errors.contains("empty.jpg is empty"), "\(run.errors)")
    #expect(try self.run("history --store s").output.contains("Nothing was entered yet."))
    #expect(!FileManager.default.fileExists(atPath: folder.path("s/attachments")))
  }
}
