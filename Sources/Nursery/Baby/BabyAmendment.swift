public import Daybook

/// A change of some properties of a profile; what it does not name stays.
public struct BabyAmendment: PayloadCodable, Equatable {
  /// The new name; nil keeps the old one.
  public var name: String?
  /// The new seconds between feeds; nil keeps the old ones.
  public var feedTerm: Double?
  /// The date of birth.
  public var birthDate: Edit<String>
  /// The time of birth.
  public var birthTime: Edit<String>

  /// Names what changes; nothing by default.
  public init(
    name: String? = nil, feedTerm: Double? = nil, birthDate: Edit<String> = .keep,
    birthTime: Edit<String> = .keep
  ) {
    self.name = name
    self.feedTerm = feedTerm
    self.birthDate = birthDate
    self.birthTime = birthTime
  }

  /// The amendment that turns `old` into `new`, naming only what differs.
  ///
  /// The date of creation, the source and the deletion are not compared: they are not for
  /// amendments.
  public init(from old: BabyProfile, to new: BabyProfile) {
    self.init(
      name: new.name == old.name ? nil : new.name,
      feedTerm: new.feedTerm == old.feedTerm ? nil : new.feedTerm,
      birthDate: Edit(from: old.birthDate, to: new.birthDate),
      birthTime: Edit(from: old.birthTime, to: new.birthTime))
  }

  /// Whether nothing changes.
  public var isEmpty: Bool { self == BabyAmendment() }

  public func encode(into writer: inout PayloadWriter) {
    writer.string(1, name)
    writer.double(2, feedTerm)
    writer.string(4, birthDate.value)
    writer.string(5, birthTime.value)
    writer.cleared(4, birthDate)
    writer.cleared(5, birthTime)
  }

  public init(from reader: inout PayloadReader) throws {
    self.init()
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: feedTerm = try reader.double()
      case 4: birthDate = .set(try reader.string())
      case 5: birthTime = .set(try reader.string())
      case clearedField: clear(try reader.uint())
      default: break
      }
    }
  }

  private mutating func clear(_ field: UInt64) {
    switch field {
    case 4: birthDate = .clear
    case 5: birthTime = .clear
    default: break
    }
  }
}
