@testable import DaybookSync

/// Law: a file of a shared folder, a request and an invitation are read or refused by an error of
/// replication, and what is read comes out as it went in.
///
/// The first byte says which it is.
enum SegmentFuzz {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return }
    let rest = [UInt8](bytes.dropFirst())
    do {
      switch first % 4 {
      case 0: try check(Segment(rest))
      case 1: try check(Segment(sealed(rest)))
      case 2:
        let text = String(decoding: rest, as: UTF8.self)
        let request = try EnrolmentRequest(text)
        law(request.description == text.filter { !$0.isWhitespace }, "a request changes")
      default:
        let text = String(decoding: rest, as: UTF8.self)
        let invitation = try Invitation(text)
        law(invitation.description == text.filter { !$0.isWhitespace }, "an invitation changes")
      }
    } catch {
      law(error is SyncError, "it was refused by \(type(of: error)): \(error)")
    }
  }

  /// The bytes of a payload as a whole file, so that what is in it is read.
  private static func sealed(_ payload: [UInt8]) -> [UInt8] { SealedFile.seal(.segment, payload) }

  private static func check(_ segment: Segment) throws {
    let again = try Segment(segment.bytes)
    let isSame = again.page == segment.page && again.extent.before == segment.extent.before
    law(isSame, "a segment changes")
  }
}
