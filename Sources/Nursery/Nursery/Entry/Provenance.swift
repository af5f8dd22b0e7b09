public import Daybook

/// What another app keeps of how an entry was written down, as that app told it, and the entry's
/// pictures.
///
/// It is there for the way back into that app. Nothing here reads it but the pictures, and nothing
/// makes it up: of an entry that was written down here the log knows when and by whom.
public struct Provenance: Sendable {
  /// When the entry was written down there, bit for bit as told.
  public var createdAt: Date? { values.createdAt }
  /// When it was changed there last, bit for bit as told.
  public var updatedAt: Date? { values.updatedAt }
  /// Who wrote it down there, in that app's own words, such as an identifier.
  public var createdBy: String? { values.createdBy }
  /// Its pictures, in order: the addresses that the other app told, and the texts of attachments.
  public var photos: [String] { values.photos }
  /// Those of its pictures that are files of the store.
  public var attachments: [Attachment] { values.photos.compactMap { Attachment($0) } }
  /// Those of its pictures that another app told.
  public var addresses: [String] { values.photos.filter { Attachment($0) == nil } }

  /// One reference, because every entry has room for it and few have it.
  private let values: Values

  private final class Values: Sendable {
    let createdAt: Date?
    let updatedAt: Date?
    let createdBy: String?
    let photos: [String]

    init(_ createdAt: Date?, _ updatedAt: Date?, _ createdBy: String?, _ photos: [String]) {
      self.createdAt = createdAt
      self.updatedAt = updatedAt
      self.createdBy = createdBy
      self.photos = photos
    }
  }

  /// What was told; what was not stays nil.
  public init(
    createdAt: Date? = nil, updatedAt: Date? = nil, createdBy: String? = nil, photos: [String] = []
  ) {
    values = Values(createdAt, updatedAt, createdBy, photos)
  }

  /// The same with other pictures among the files of the store.
  public func with(attachments: [Attachment]) -> Provenance {
    Provenance(
      createdAt: createdAt, updatedAt: updatedAt, createdBy: createdBy,
      photos: addresses + attachments.map(\.description))
  }

  /// Whether nothing was told.
  public var isEmpty: Bool { self == Provenance() }
}

extension Provenance: Hashable {
  public static func == (one: Provenance, other: Provenance) -> Bool {
    one.values === other.values
      || one.createdAt == other.createdAt && one.updatedAt == other.updatedAt
        && one.createdBy == other.createdBy && one.photos == other.photos
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(createdAt)
    hasher.combine(updatedAt)
    hasher.combine(createdBy)
    hasher.combine(photos)
  }
}

extension Provenance: PayloadCodable {
  public func encode(into writer: inout PayloadWriter) {
    writer.date(1, createdAt)
    writer.date(2, updatedAt)
    writer.string(3, createdBy)
    for photo in photos {
      if let attachment = Attachment(photo) {
        attachment.encode(field: 4, into: &writer)
      } else {
        writer.string(4, photo)
      }
    }
  }

  public init(from reader: inout PayloadReader) throws {
    var (createdAt, updatedAt): (Date?, Date?) = (nil, nil)
    var createdBy: String?
    var photos: [String] = []
    while let field = try reader.next() {
      switch field {
      case 1: createdAt = try reader.date()
      case 2: updatedAt = try reader.date()
      case 3: createdBy = try reader.string()
      case 4: photos.append(try Attachment.text(field: &reader))
      default: break
      }
    }
    self.init(
      createdAt: createdAt, updatedAt: updatedAt, createdBy: createdBy, photos: photos)
  }
}

extension Provenance: Codable {
  private enum CodingKeys: CodingKey { case createdAt, updatedAt, createdBy, photos }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(createdAt, forKey: .createdAt)
    try container.encodeIfPresent(updatedAt, forKey: .updatedAt)
    try container.encodeIfPresent(createdBy, forKey: .createdBy)
    if !photos.isEmpty { try container.encode(photos, forKey: .photos) }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      createdAt: try container.decodeIfPresent(Date.self, forKey: .createdAt),
      updatedAt: try container.decodeIfPresent(Date.self, forKey: .updatedAt),
      createdBy: try container.decodeIfPresent(String.self, forKey: .createdBy),
      photos: try container.decodeIfPresent([String].self, forKey: .photos) ?? [])
  }
}
