internal import DaybookTesting

/// Someone who writes.
struct Carer: Sendable {
  let name: String
  let device: Int
  let usesOunces: Bool
}

/// Who is in a household, and the habits that its seed decides.
struct HouseholdCast: Sendable {
  static let babyNames = ["Mina", "Noor", "Juno", "Levi"]
  static let carerNames = ["Ada", "Sam", "Ines", "Tom"]
  static let deviceNames = ["Kitchen tablet", "Red phone", "Blue phone"]

  let babies: [String]
  let carers: [Carer]
  let devices: [String]
  /// The share of feeds at the breast.
  let breastShare: Double
  /// How far each device's clock is ahead, in milliseconds.
  let skews: [Int64]

  init(_ profile: HouseholdProfile, _ random: inout SeededGenerator) {
    let babyCount = Self.clamp(profile.babies ?? 1 + random.index(2), Self.babyNames.count)
    let carerCount = Self.clamp(profile.carers ?? 2 + random.index(3), Self.carerNames.count)
    let deviceCount = Self.clamp(profile.devices ?? 2 + random.index(2), Self.deviceNames.count)
    let first = random.index(Self.babyNames.count)
    babies = (0..<babyCount).map { Self.babyNames[(first + $0) % Self.babyNames.count] }
    carers = (0..<carerCount).map { place in
      Carer(
        name: Self.carerNames[place], device: place % deviceCount,
        usesOunces: random.chance(0.25))
    }
    devices = Array(Self.deviceNames.prefix(deviceCount))
    breastShare = 0.15 + 0.25 * random.unit()
    skews = (0..<deviceCount).map { _ in random.integer(-120_000...120_000) }
  }

  private static func clamp(_ count: Int, _ most: Int) -> Int { max(1, min(count, most)) }
}
