import Daybook
import DaybookTool
import Nursery

extension NurseryKind {
  /// Adds pictures to those that one has.
  ///
  /// - Throws: `BadText` for what can have none.
  static func attach(_ photos: [Attachment], to state: inout State) throws {
    if photos.isEmpty { return }
    guard var entry = state as? any NurseryEntry else {
      throw BadText("\(named) has no pictures; leave --photo out")
    }
    entry.attachments += photos
    if let changed = entry as? State { state = changed }
  }
}
