import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// What `StoredFormatCheck` says when the types of an app have changed since its file was written.
struct StoredFormatCheckTests {
  private let directory: TemporaryFolder
  private var path: String { directory.path + ".format.txt" }
  private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  init() throws { directory = try TemporaryFolder() }

  private func check(
    _ schema: Schema = pantry, amount: Int64 = 2, eats: Bool = false
  ) throws -> [String] {
    try StoredFormatCheck(
      schema: schema,
      transactions: [
        { draft in
          let item = PantryItem(name: "rice", amount: amount, shelf: eats ? nil : "top")
          try draft.append(PantryEvent.bought(item), to: Self.id)
        },
        { draft in
          try draft.append(PantryEvent.counted(4), to: Self.id)
          if eats { try draft.append(PantryEvent.moved("low"), to: Self.id) }
        },
      ]
    ).differences(from: path)
  }

  /// Changes the file as if another version of the app had written it.
  private func rewrite(_ old: String, _ new: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains(old), "\(text)")
    try text.replacingOccurrences(of: old, with: new)
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test func `the first run writes the file, and the second finds nothing else`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try check() == [])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("kind pantry.item revision: 1\n"))
    #expect(text.contains("event pantry.item item.bought@1 fields: 1 2 3\n"))
    #expect(text.contains("event pantry.item item.eaten@1 fields: no example\n"))
    #expect(text.contains("projection pantry.shelves tables: items totals\n"))
    #expect(try check() == [])
  }

  @Test func `what the example removes again is looked at too`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let check = StoredFormatCheck(
      schema: pantry,
      transactions: [
        { draft in
          try draft.append(
            PantryEvent.bought(PantryItem(name: "rice", amount: 2, shelf: "top")), to: Self.id)
        }, { draft in try draft.append(PantryEvent.eaten, to: Self.id) },
      ])
    #expect(try check.differences(from: path) == [])
    try rewrite("pantry.item state: 1 2 3 4", "pantry.item state: 1 2 3 4 5")
    let digest = try String(contentsOfFile: path, encoding: .utf8)
      .components(separatedBy: "projection pantry.shelves digest: ")[1].prefix { $0 != "\n" }
    #expect(digest.split(separator: " ").count == 3, "\(digest)")
    try rewrite("\(digest.split(separator: " ")[1])", "00-1")
    let found = try check.differences(from: path)
    #expect(found.count == 2, "\(found)")
    #expect(found.first?.contains("state of pantry.item") == true)
  }

  @Test func `other rows of an unchanged revision ask to raise it`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try check()
    let digest = try String(contentsOfFile: path, encoding: .utf8)
      .components(separatedBy: "projection pantry.shelves digest: ")[1].prefix(8)
    try rewrite("digest: \(digest)", "digest: 11111111")
    let found = try check()
    #expect(found.count == 1)
    #expect(found.first?.contains("pantry.shelves") == true)
    #expect(found.first?.contains("raise its revision") == true, "\(found)")
  }

  @Test func `a stored event that cannot be read any more is named, with the version to raise`()
    throws
  {
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try check()
    // An older app wrote `counted` without its amount.
    try rewrite(
      "event pantry.item item.counted@1 example 0: 0808",
      "event pantry.item item.counted@1 example 0: ")
    let found = try check().joined(separator: "\n")
    #expect(found.contains("item.counted@1 of pantry.item, as it was stored, cannot be read"))
    #expect(found.contains("version of item.counted to 2"), "\(found)")
  }

  @Test func `fields that changed, and types that are not read any more, are named`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try check()
    try rewrite("item.bought@1 fields: 1 2 3", "item.bought@1 fields: 1 2 3 9")
    try rewrite("reads: item.bought@1", "reads: item.boiled@1 item.bought@1")
    let found = try check()
    #expect(found.contains { $0.contains("was '1 2 3 9' and is '1 2 3'") }, "\(found)")
    #expect(found.contains { $0.contains("item.boiled@1 of pantry.item cannot be read any more") })
  }

  @Test func `the keys of a Codable event are noted, so a renamed one is seen`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let check = StoredFormatCheck(
      schema: Schema().entity(Jot.self),
      transactions: [{ try $0.append(JotEvent.written(text: "milk"), to: Self.id) }])
    #expect(try check.differences(from: path) == [])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("event jot jot.event@1 fields: 1 written written.text\n"), "\(text)")
  }
}

private struct Jot: Entity, CodablePayload {
  static let kind = "jot"
  var text: String

  static func fold(_ state: inout Jot?, _ event: JotEvent) {
    if case .written(let text) = event { state = Jot(text: text) }
  }
}

private enum JotEvent: CodableEntityEvent {
  static let type = EventType("jot.event")
  case written(text: String)
}
