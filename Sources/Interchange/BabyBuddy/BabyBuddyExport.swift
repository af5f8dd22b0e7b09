public import Nursery

/// Everything read from a folder of Baby Buddy's CSV files.
///
/// The rows of each table are sorted by the source's id, so that a file in another order gives
/// the same rows; where the id is absent, by time and content.
public struct BabyBuddyExport: Sendable {
  /// The zone the local times were read in.
  public let zone: String
  /// The unit the feedings' amounts are in, as told.
  public let volume: VolumeUnit
  /// The label of the installation the files come from.
  public let instance: String
  /// The children.
  public let children: [BabyBuddyChild]
  /// The tags.
  public let tags: [BabyBuddyTag]
  /// The feedings.
  public let feedings: [BabyBuddyFeeding]
  /// The diaper changes.
  public let diapers: [BabyBuddyDiaper]
  /// The rows of all files that could not be read, by file and record.
  public let quarantined: [QuarantinedRow]
  /// One report a file read.
  public let reports: [FileReport]
  /// The other `.csv` files of the folder, by name; only their rows were counted.
  public let passedOver: [PassedOverFile]
}
