public import Daybook

/// The babies there are, oldest profile first.
public struct CurrentProfiles: Projection {
  public static let name = "nursery.currentProfiles"
  /// The profiles, oldest first.
  public static let profiles = ViewTable<ProfileKey, BabyProfile>("profiles", at: 0)
  public static let tables: [any AnyViewTable] = [profiles]

  /// Makes the projection; it has no parameters.
  public init() {}

  public func register(_ handlers: inout ChangeHandlers) {
    handlers.on(BabyProfile.self) { change, rows in
      try rows.replace(Self.profiles, change) {
        (ProfileKey($0.state, change.id.rawValue), $0.state)
      }
    }
  }
}

/// The order of profiles: by creation, then by identifier.
public struct ProfileKey: CompositeKey, Hashable {
  public typealias First = Date
  public typealias Rest = UUID

  /// When the profile was made.
  public let createdAt: Date
  /// The baby.
  public let id: UUID

  /// The key of a profile.
  public init(_ profile: BabyProfile, _ id: UUID) {
    createdAt = profile.createdAt
    self.id = id
  }

  public init(from reader: inout KeyReader) throws {
    createdAt = try reader.date()
    id = try reader.uuid()
  }

  public func encode(into writer: inout KeyWriter) {
    writer.date(createdAt)
    writer.uuid(id)
  }
}

extension ProjectionReader where P == CurrentProfiles {
  /// All profiles in order of creation.
  public func all() throws -> [CurrentProfile] {
    try rows(CurrentProfiles.profiles).map { CurrentProfile(id: $0.key.id, profile: $0.row) }
  }
}

/// A baby with its profile, as lists show it.
public struct CurrentProfile: Identifiable, Equatable, Codable, Sendable {
  /// The baby.
  public let id: UUID
  /// What is known of it.
  public let profile: BabyProfile

  /// Makes it of its parts.
  public init(id: UUID, profile: BabyProfile) {
    self.id = id
    self.profile = profile
  }
}
