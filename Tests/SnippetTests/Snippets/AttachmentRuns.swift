import Daybook
import DaybookTesting
import Testing

/// What the page on attachments says, run.
struct AttachmentRuns {
  @Test func `a picture is added, shown, missed and forgotten`() async throws {
    let store = try EventStore.temporary(schema: Schema().entity(Postcard.self))
    let (card, path) = (ID<Postcard>.timeOrdered(), store.path + "-card.jpg")
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await store.append { try $0.append(.written(text: "hello"), to: card) }
    try await addPicture(at: path, to: card, in: store)
    let picture = try #require(try store.read { try $0.entity(card)?.picture })
    #expect(picture.fileExtension == "jpg" && picture.length == 3)
    #expect(try show(picture, in: store) == .picture([1, 2, 3]))
    #expect(try await forget(before: store.read { try $0.token() }, in: store) == 0)
    let file = try store.attachments.path(of: picture)
    try Data([1]).write(to: URL(fileURLWithPath: file))
    #expect(try show(picture, in: store) == .damaged)
    try FileManager.default.removeItem(atPath: file)
    #expect(try show(picture, in: store) == .onItsWay)
  }
}
