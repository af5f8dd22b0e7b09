import DaybookMacros
import DaybookSnapshot
import Foundation
import Pantry
import Testing

struct WidgetTests {
  @Test func `a list's file shows what is to be bought, and goes with the list`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pantry-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ada = try household()
    let publisher = SnapshotPublisher(store: ada.store, builder: ListFiles(), folder: folder)
    let list = try await ada.makeList("Saturday")
    let milk = try await ada.add("milk", to: list)
    try await ada.add("rice", to: list)
    try publisher.update()
    #expect(try Self.text(of: list, in: folder) == "Saturday\n- milk\n- rice")
    try await ada.buy(milk)
    try publisher.update()
    #expect(try Self.text(of: list, in: folder) == "Saturday\n- rice")
    try await ada.change(list, .deleted)
    #expect(try publisher.update().removed == [ListFiles.file(of: list)])
  }

  private static func text(of list: ID<GroceryList>, in folder: String) throws -> String {
    let file = ListFiles.file(of: list)
    return String(
      decoding: try SnapshotFolder(path: folder).snapshot(file).bytes, as: UTF8.self)
  }
}
