internal import Daybook

/// The files of attachments that a peer has of a space.
package struct AttachmentListing: Sendable {
  /// Names and lengths.
  package var lengths: [String: Int]
  /// The names of those that somebody has found changed there.
  package var changed: Set<String>

  package init(_ lengths: [String: Int] = [:], changed: Set<String> = []) {
    (self.lengths, self.changed) = (lengths, changed)
  }

  /// Whether a file is not there, or not as it should be.
  func lacks(_ file: Attachment) -> Bool {
    lengths[file.name] != file.length || changed.contains(file.name)
  }
}
