import DaybookTesting
import TestRun
import Testing

@testable import Daybook

/// Whatever is added, changed, taken back, purged and collected: a file to which the log or a state
/// refers is there, and in the end no other is.
@Suite(.tags(.model)) struct AttachmentLawTests {
  /// Names that occur in messages of the log and in states, found by splitting text.
  private func expected(_ store: EventStore) throws -> Set<String> {
    var texts: [[UInt8]] = []
    try store.read { reader in
      for transaction in try reader.transactions() {
        texts += try reader.message(of: transaction.number).map { [$0] } ?? []
      }
      for picture in try reader.entities(of: Picture.self) { texts.append(picture.state.bytes) }
    }
    let marker = Array("attachment:1:".utf8)
    var names: Set<String> = []
    for text in texts {
      for start in text.indices where text[start...].starts(with: marker) {
        names.insert(String(decoding: text[(start + marker.count)...].prefix(64), as: UTF8.self))
      }
    }
    return names
  }

  @Test(arguments: Array(UInt64(1)...12))
  func `nothing is lost that is referred to`(seed: UInt64) throws {
    let store = try EventStore.temporary(schema: .pictures)
    var random = SeededGenerator(seed: seed)
    let ids = (0..<4).map { _ in ID<Picture>(random.uuid()) }
    for step in 0..<120 {
      let id = ids.randomElement(using: &random) ?? ids[0]
      let content = [UInt8.random(in: 0..<8, using: &random)]
      let isThere = try store.read { try $0.entity(id) } != nil
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3: try store.take(content, for: id)
      // A process that is killed between the file and the event.
      case 4: _ = try store.attachments.add(content)
      case 5 where isThere:
        try store.append(author: "Ada", durability: .relaxed) { try $0.append(.cleared, to: id) }
      case 6 where isThere:
        try store.append(author: "Ada", durability: .relaxed) { try $0.append(.deleted, to: id) }
      case 7: _ = try? store.undo(by: "Ada")
      case 8 where step % 3 == 0:
        try store.purge(before: store.read { try $0.token() }, forced: true)
      default:
        if Bool.random(using: &random) { try store.attachments.age() }
        try store.attachments.collect()
      }
      let (files, expected) = (try store.attachments.files, try expected(store))
      #expect(files.isSuperset(of: expected), "step \(step) of seed \(seed)")
    }
    for id in ids where try store.read({ try $0.entity(id) }) != nil {
      try store.append { try $0.append(.deleted, to: id) }
    }
    for (attachment, state) in try store.attachments.all() {
      #expect(state == .here)
      #expect(try store.attachments.bytes(of: attachment).count == 1)
    }
    try store.purge(before: store.read { try $0.token() }, forced: true)
    try store.attachments.age()
    try store.attachments.collect()
    #expect(try store.attachments.files == [])
    #expect(try store.verify().ok)
  }
}
