import DaybookTesting
import Foundation
import TemporaryFolders
import TestRun
import Testing

@testable import Daybook

/// Swift Testing has another one.
private typealias Attachment = Daybook.Attachment

/// The files that events refer to: written, read, damaged, missing.
struct AttachmentTests {
  private let store: EventStore
  private let id = ID<Picture>.timeOrdered()

  init() throws { store = try EventStore.temporary(schema: .pictures) }

  // MARK: The value

  private static let name = String(repeating: "0a", count: 32)

  @Test(arguments: ["attachment:0:\(name)", "attachment:4294967295:\(name).jpg"])
  func `a reference is read as it was written`(_ text: String) throws {
    let attachment = try #require(Attachment(text))
    #expect("\(attachment)" == text)
    let json = try JSONEncoder().encode([attachment])
    #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDecoder().decode([Attachment].self, from: json) == [attachment])
    let picture = Picture(title: "a", photo: attachment)
    #expect(try Picture(picture.bytes) == picture)
  }

  @Test(arguments: [
    "", "attachment:", "attachment:1:\(name).", "attachment:01:\(name)", "attachment:-1:\(name)",
    "attachment:1:\(name)0", "attachment:1:\(name.uppercased())", "attachment:4294967296:\(name)",
    "attachment:1:\(name).JPG", "attachment:1:\(name).a/b", "attachment:1:\(name):a",
    "attachment:1:\(name).abcdefghijklmnopq", "attachment:1:../\(name.dropFirst(3))",
  ])
  func `any other text is refused`(_ text: String) throws {
    #expect(Attachment(text) == nil)
    var writer = PayloadWriter()
    ([Attachment.mark] + text.utf8).withUnsafeBytes { writer.bytes(2, $0) }
    #expect(throws: PayloadError.outOfRange(2)) { try Picture(writer.array) }
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `references are found wherever they are in bytes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var (bytes, expected): ([UInt8], Set<Attachment>) = ([], [])
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        bytes += (0..<Int.random(in: 0...30, using: &random)).map { _ in
          [0x3A, 0x61, 0x31, 0x00].randomElement(using: &random) ?? 0
        }
        let name = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }.hexadecimal
        let length = Int.random(in: 0...Attachment.largest, using: &random)
        let attachment = Attachment(name: name, length: length, fileExtension: nil)
        // One is cut off.
        let isWhole = Bool.random(using: &random)
        bytes += Array("\(attachment)".utf8).dropLast(isWhole ? 0 : 1)
        if isWhole { expected.insert(attachment) } else { bytes.append(0x20) }
      }
      var found = AttachmentReferences()
      found.add(bytes)
      #expect(found.attachments == expected)
    }
  }

  @Test func `a text that is a reference is no value, and an attachment is, also beside JSON`()
    throws
  {
    let attachment = try #require(Attachment("attachment:1:\(Self.name).jpg"))
    func found(_ write: (inout PayloadWriter) throws -> Void) rethrows -> AttachmentReferences {
      var found = AttachmentReferences()
      var writer = PayloadWriter()
      try write(&writer)
      found.add(writer.array)
      return found
    }
    for text in ["\(attachment)", "see “\(attachment)” and {\"a\":\"\(attachment)\"}"] {
      let found = found { $0.string(2, text) }
      #expect(found.attachments.count == 1 && found.values == [])
    }
    let inFields = found { attachment.encode(field: 2, into: &$0) }
    #expect(inFields.values == [attachment] && inFields.attachments.count == 1)
    let page = ["\(attachment)": [attachment, attachment]]
    let inJSON = found { AlbumEvent.filled(page).encode(into: &$0) }
    #expect(inJSON.values == [attachment])
    // The same text in a dictionary's key alone.
    let typed = found { AlbumEvent.filled(["\(attachment)": []]).encode(into: &$0) }
    #expect(typed.attachments.count == 1 && typed.values == [])
  }

  @Test func `what is stored beside JSON does not depend on the order of a dictionary`() throws {
    let all = try (0..<20).map { try #require(Attachment("attachment:\($0):\(Self.name)")) }
    let pages = Dictionary(uniqueKeysWithValues: all.map { ("\($0.length)", [$0]) })
    func bytes() -> [UInt8] {
      var writer = PayloadWriter()
      Album(pages: pages).encode(into: &writer)
      return writer.array
    }
    let first = bytes()
    for _ in 0..<8 { #expect(bytes() == first) }
    var reader = PayloadReader(first.span.bytes)
    #expect(try Album(from: &reader).pages == pages)
  }

  @Test func `a text that looks like an attachment is none for who reads a field`() throws {
    var writer = PayloadWriter()
    writer.string(1, "attachment:1:\(Self.name)")
    var reader = PayloadReader(writer.array.span.bytes)
    _ = try reader.next()
    #expect(throws: PayloadError.self) { try Attachment(field: &reader) }
  }

  // MARK: Files

  @Test(arguments: [0, 1, 262_144, 262_145, 1_000_000])
  func `what was added is read, by one name for equal content`(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let photo = try store.take(bytes, for: id)
    #expect(photo.length == count && photo.fileExtension == "jpg")
    #expect(try store.photo(id) == photo)
    #expect(try store.attachments.bytes(of: photo) == bytes)
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: folder.url.appendingPathComponent("a.PNG"))
    let again = try store.attachments.add(fileAt: folder.path("a.PNG"))
    #expect(again.name == photo.name && again.fileExtension == "png")
    #expect(try store.attachments.files == [photo.name])
    let path = try store.attachments.path(of: photo)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes))
    #expect(path.hasSuffix("/attachments/\(photo.name.prefix(2))/\(photo.name)"))
  }

  @Test func `the name is the SHA-256 of the content`() throws {
    // FIPS 180-2, B.1.
    let photo = try store.attachments.add(Array("abc".utf8))
    #expect(photo.name == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(photo.fileExtension == nil)
  }

  @Test func `content that is there is not written again`() throws {
    let photo = try store.take([1, 2, 3], for: id)
    let path = try store.attachments.path(of: photo)
    let number = {
      try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
    let before = try number()
    _ = try store.attachments.add([1, 2, 3])
    #expect(try number() == before)
  }

  @Test func `a missing file and a changed one are told, and adding the content mends both`() throws
  {
    let photo = try store.take([1, 2, 3], for: id)
    #expect(store.attachments.state(of: photo) == .here)
    for bytes: [UInt8]? in [nil, [1, 2], [1, 2, 4], [1, 2, 3, 4]] {
      let path = store.attachments.folder.place(of: photo)
      if let bytes {
        try store.attachments.overwrite(photo, with: bytes)
      } else {
        try FileManager.default.removeItem(atPath: path)
      }
      let error = #expect(throws: StoreError.self) { try store.attachments.bytes(of: photo) }
      #expect(error?.code == (bytes == nil ? .attachmentMissing : .attachmentChanged))
      #expect(error?.message.contains(photo.name) == true)
      let check = try store.verify().checks.last { $0.name == "attachments" }
      #expect(check?.ok == false && check?.isSound == true)
      #expect(check?.detail.contains(photo.name) == true)
      #expect(try store.attachments.add([1, 2, 3]).name == photo.name)
      #expect(try store.attachments.bytes(of: photo) == [1, 2, 3])
    }
    #expect(try store.verify().ok)
    let state = store.attachments.state(of: photo)
    #expect(state == .here)
  }

  @Test(arguments: ["see attachment:5:\(name) please", "attachment:5:\(name)"])
  func `a text that looks like a reference fails no check`(text: String) throws {
    let store = try EventStore.temporary(schema: pantry)
    let item = PantryItem(name: text, amount: 1)
    try store.append { try $0.append(PantryEvent.bought(item), to: UUID()) }
    #expect(try store.attachments.all().isEmpty)
    #expect(try store.verify().ok)
  }

  @Test func `of two lengths that are told of a file the true one counts`() throws {
    let photo = try store.take([1, 2, 3], for: id)
    let lie = Attachment(name: photo.name, length: 999, fileExtension: "jpg")
    try store.append { try $0.append(.taken(lie), to: ID<Picture>.timeOrdered()) }
    for checksAll in [false, true] {
      let all = try store.attachments.all(checksAll: checksAll)
      #expect(all.map(\.attachment) == [photo] && all.map(\.state) == [.here])
    }
    let other = AttachmentFolder(path: try TemporaryFolder().path("other"))
    let wanted = try store.attachments.references().values
    #expect(try other.copy(wanted, from: store.attachments.folder).lacking == [])
  }

  @Test func `a file is here for a reference that tells a wrong length of it`() throws {
    let photo = try store.attachments.add([1, 2, 3])
    for length in [0, 2, 4, 999] {
      let lie = Attachment(name: photo.name, length: length, fileExtension: nil)
      try store.append { try $0.append(.taken(lie), to: ID<Picture>.timeOrdered()) }
      let state = store.attachments.state(of: lie)
      #expect(state == .here)
      #expect(try store.attachments.bytes(of: lie) == [1, 2, 3])
    }
    #expect(try store.attachments.all().map(\.state) == [.here])
    #expect(try store.verify().ok)
    try store.attachments.overwrite(photo, with: [1, 2, 3, 4, 5])
    #expect(try store.attachments.all().map(\.state) == [.changed])
  }

  @Test func `a file with other bytes in the same number is changed for who reads it`() throws {
    let photo = try store.take([1, 2, 3], for: id)
    try store.attachments.overwrite(photo, with: [1, 2, 4])
    #expect(try store.attachments.all().map(\.state) == [.here])
    #expect(try store.attachments.all(checksAll: true).map(\.state) == [.changed])
  }

  @Test func `a file that is too large is refused before it is read`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("big")
    #expect(truncate(path, off_t(Attachment.largest) + 1) == 0)
    let worked = workTime {
      expectError(.tooLarge) { try store.attachments.add(fileAt: path) }
    }
    #expect(worked < .seconds(2))
  }

  @Test func `what is written to a file is the content, and nothing is written over`() throws {
    let photo = try store.take([1, 2, 3], for: id)
    let folder = try TemporaryFolder()
    try store.attachments.write(photo, to: folder.path("a.jpg"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("a.jpg"))) == Data([1, 2, 3]))
    expectError(.invalidArgument) { try store.attachments.write(photo, to: folder.path("a.jpg")) }
    try store.attachments.overwrite(photo, with: [7, 7, 7])
    expectError(.attachmentChanged) { try store.attachments.write(photo, to: folder.path("b.jpg")) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.jpg"])
  }

  @Test func `a link in the place of a file is not followed`() throws {
    let photo = try store.take([1, 2, 3], for: id)
    let folder = try TemporaryFolder()
    try Data([1, 2, 3]).write(to: folder.url.appendingPathComponent("a"))
    let place = store.attachments.folder.place(of: photo)
    try FileManager.default.removeItem(atPath: place)
    try FileManager.default.createSymbolicLink(
      atPath: place, withDestinationPath: folder.path("a"))
    #expect(store.attachments.state(of: photo) == .changed)
    expectError(.attachmentChanged) { try store.attachments.bytes(of: photo) }
  }

  @Test func `what is no file cannot be added`() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, folder.path("none"), "a\0b"] {
      expectError(.invalidArgument) { try store.attachments.add(fileAt: path) }
    }
  }

  @Test func `a hundred megabytes are read and written in small pieces`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("big")
    #expect(truncate(path, 100 << 20) == 0)
    let photo = try store.attachments.add(fileAt: path)
    #expect(photo.length == 100 << 20)
    var largest = 0
    try store.attachments.folder.read(photo) { largest = max(largest, $0.count) }
    #expect(largest <= 1 << 20)
    #expect(photo.name == "20492a4d0d84f8beb1767f6616229f85d44c2827b64bdbfb260ee12fa1109e0e")
  }

  #if os(Linux)
  @Test(.enabled(if: MountedFolder.isAllowed))
  func `a full disk is told, leaves nothing, and the store goes on`() throws {
    let disk = try MountedFolder(kibibytes: 8192)
    let store = try EventStore.open(at: disk.path + "/store", schema: .pictures)
    expectError(.diskFull) { try store.attachments.add([UInt8](repeating: 7, count: 16 << 20)) }
    #expect(try store.attachments.files == [])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: store.attachments.folder.path) == [])
    let photo = try store.take([1], for: id)
    #expect(try store.attachments.bytes(of: photo) == [1])
    try store.close()
  }
  #endif
}
