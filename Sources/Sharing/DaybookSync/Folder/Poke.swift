internal import Foundation

/// What tells those that look at a folder far away whether anybody has written since: one small
/// file, which whoever writes replaces.
///
/// The file is looked at before the folder is listed, and replaced after the last file was written.
/// So nobody misses a change for long; and should a writer be killed in between, the others list
/// the folder anyway after some looks.
struct Poke {
  /// More bytes than the file has.
  static let size = 256
  /// After so many looks that showed nothing new the folder is listed all the same.
  private static let mostLooks = 20

  /// Whether this side has written, and nobody was told.
  var isDue = false
  private var last: [UInt8]?
  private var looks = 0

  /// Why a folder has to be listed.
  enum Reason {
    /// Somebody has written.
    case news
    /// Nobody has said so for long.
    case isDue
  }

  /// Why the folder has to be listed, by what the file holds now; nil when it need not.
  mutating func reason(_ content: [UInt8]?) -> Reason? {
    looks += 1
    if looks > Self.mostLooks { return .isDue }
    return content == nil || content != last ? .news : nil
  }

  /// Notes that the folder was listed after the file had this content.
  mutating func seen(_ content: [UInt8]?) {
    (last, looks) = (content, 0)
  }

  /// What nobody has written before.
  static func fresh() -> [UInt8] { Array(UUID().uuidString.utf8) }
}
