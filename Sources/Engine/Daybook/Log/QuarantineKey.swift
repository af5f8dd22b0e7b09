/// The key of the table `quarantine`: who left something out, which entity, which event.
///
/// Two bytes for the owner (0: a fold; else the projection's number and slot), the twenty of the
/// entity's key, and eight for the event's position (0 when a projection left the entity out); high
/// bytes first. The value is a payload: 1 the error as text.
struct QuarantineKey {
  static let size = 30

  /// Who left something out.
  enum Owner: Hashable {
    case fold
    case projection(number: Int, slot: Int)

    var number: UInt16 {
      switch self {
      case .fold: 0
      case .projection(let number, let slot): UInt16(1 + number * 2 + slot)
      }
    }

    init(number: UInt16) {
      let place = Int(number) - 1
      self = number == 0 ? .fold : .projection(number: place / 2, slot: place % 2)
    }
  }

  let owner: Owner
  let entity: EntityKey
  let position: UInt64

  init(owner: Owner, entity: EntityKey, position: UInt64) {
    self.owner = owner
    self.entity = entity
    self.position = position
  }

  init?(_ bytes: BorrowedBytes) {
    guard bytes.count == Self.size,
      // Safety: the bytes are used during the call.
      let entity = EntityKey(UnsafeRawBufferPointer(rebasing: bytes[2..<22]))
    else { return nil }
    owner = Owner(number: UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
    self.entity = entity
    position = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 22, as: UInt64.self))
  }

  /// The bytes of the whole key.
  var bytes: [UInt8] {
    Self.prefix(owner, entity) + withUnsafeBytes(of: position.bigEndian) { [UInt8]($0) }
  }

  /// What every key of an owner, or of an owner's entity, begins with.
  static func prefix(_ owner: Owner, _ entity: EntityKey? = nil) -> [UInt8] {
    let number = owner.number
    return [UInt8(number >> 8), UInt8(number & 0xFF)]
      + (entity?.withBytes { [UInt8]($0) } ?? [])
  }
}
