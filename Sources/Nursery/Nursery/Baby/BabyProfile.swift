public import Daybook

/// A child and how often it is expected to be fed.
public struct BabyProfile: Entity, Codable {
  public static let kind = "nursery.baby"
  public static let revision = 2

  /// Seconds between feeds unless something else is set: three hours.
  public static let standardFeedTerm: Double = 10_800

  /// The name.
  public var name: String
  /// Seconds after which the next feed is due.
  public var feedTerm: Double
  /// When the profile was made; profiles are listed in this order.
  public var createdAt: Date
  /// The date of birth as told, in ISO form such as `2025-10-21`.
  public var birthDate: String?
  /// The time of birth as told, such as `04:30`.
  public var birthTime: String?
  /// The row it was imported from.
  public var source: SourceReference?
  /// Whether it is deleted; the rest is kept so that it can be restored.
  public var isDeleted: Bool

  /// Makes a profile.
  public init(
    name: String, feedTerm: Double = standardFeedTerm, createdAt: Date, birthDate: String? = nil,
    birthTime: String? = nil, source: SourceReference? = nil, isDeleted: Bool = false
  ) {
    self.name = name
    self.feedTerm = feedTerm
    self.createdAt = createdAt
    self.birthDate = birthDate
    self.birthTime = birthTime
    self.source = source
    self.isDeleted = isDeleted
  }

  /// Applies one event; the last event in canonical order wins, property by property.
  ///
  /// Only the first creation counts, because another device's may come late. Edits of a deleted
  /// profile still apply under the deletion; edits of a profile that does not exist are ignored.
  public static func fold(
    _ state: inout BabyProfile?, _ event: BabyEvent, _ context: EventContext
  ) {
    switch event {
    case .created(let profile): if case .none = state { state = profile }
    case .amended(let amendment): state?.amend(amendment)
    case .deleted: state?.isDeleted = true
    case .restored: state?.isDeleted = false
    }
  }

  private mutating func amend(_ amendment: BabyAmendment) {
    name = amendment.name ?? name
    feedTerm = amendment.feedTerm ?? feedTerm
    amendment.birthDate.apply(to: &birthDate)
    amendment.birthTime.apply(to: &birthTime)
  }
}

extension BabyProfile {
  private enum CodingKeys: String, CodingKey {
    case name, feedTerm, createdAt, birthDate, birthTime, source, isDeleted
  }

  /// Reads what `encode` wrote; what is absent is as a new one has it.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try values.decode(String.self, forKey: .name),
      feedTerm: try values.decodeIfPresent(Double.self, forKey: .feedTerm) ?? Self.standardFeedTerm,
      createdAt: try values.decode(Date.self, forKey: .createdAt),
      birthDate: try values.decodeIfPresent(String.self, forKey: .birthDate),
      birthTime: try values.decodeIfPresent(String.self, forKey: .birthTime),
      source: try values.decodeIfPresent(SourceReference.self, forKey: .source),
      isDeleted: try values.decodeIfPresent(Bool.self, forKey: .isDeleted) ?? false)
  }
}
