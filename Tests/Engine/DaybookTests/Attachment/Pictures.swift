import Foundation
import TemporaryFolders

@testable import Daybook

/// A picture, which is a title and a file.
struct Picture: Entity, FieldPayload, Equatable {
  static let kind = "picture"
  var title = ""
  var photo: Attachment?

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &title)
    try field(2, &photo)
  }

  static func fold(_ picture: inout Picture?, _ event: PictureEvent) {
    switch event {
    case .taken(let photo): picture = Picture(title: picture?.title ?? "", photo: photo)
    case .cleared: picture?.photo = nil
    case .deleted: picture = nil
    }
  }
}

enum PictureEvent: FieldEntityEvent {
  case taken(Attachment), cleared, deleted

  static let types = [
    EventType("picture.taken"), EventType("picture.cleared"), EventType("picture.deleted"),
  ]

  func cases(_ event: inout some CaseCoding) {
    switch self {
    case .taken(let photo): event(0, photo)
    case .cleared: event(1)
    case .deleted: event(2)
    }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    switch typeIndex {
    case 0: .taken(try reader.payload())
    case 1: .cleared
    default: .deleted
    }
  }
}

extension Schema {
  static var pictures: Schema { Schema().entity(Picture.self) }
}

extension StoreAttachments {
  /// Names of the files that are there.
  var files: Set<String> { get throws { Set(try folder.contents().keys) } }

  /// Has the files look as if they were written two days ago.
  func age() throws {
    for attachment in try folder.attachments() {
      try FileManager.default.setModified(folder.place(of: attachment), to: Date() - 172_800)
    }
  }

  /// Overwrites the file of an attachment.
  func overwrite(_ attachment: Attachment, with bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.place(of: attachment)))
  }
}

extension EventStore {
  /// Gives a picture a photo.
  @discardableResult
  func take(_ bytes: [UInt8], for id: ID<Picture>) throws -> Attachment {
    let photo = try attachments.add(bytes, fileExtension: "jpg")
    try append(author: "Ada", durability: .relaxed) { try $0.append(.taken(photo), to: id) }
    return photo
  }

  func photo(_ id: ID<Picture>) throws -> Attachment? { try read { try $0.entity(id)?.photo } }
}

extension Picture {
  /// Its payload.
  var bytes: [UInt8] {
    var writer = PayloadWriter()
    encode(into: &writer)
    return writer.array
  }

  init(_ bytes: [UInt8]) throws {
    var reader = PayloadReader(bytes.span.bytes)
    try self.init(from: &reader)
  }
}

/// Photos by page, as JSON.
struct Album: Entity, CodablePayload {
  static let kind = "album"
  var pages: [String: [Attachment]]

  static func fold(_ album: inout Album?, _ event: AlbumEvent) {
    switch event {
    case .filled(let pages): album = Album(pages: pages)
    }
  }
}

enum AlbumEvent: CodableEntityEvent {
  static let type = EventType("album.event")
  case filled([String: [Attachment]])
}
