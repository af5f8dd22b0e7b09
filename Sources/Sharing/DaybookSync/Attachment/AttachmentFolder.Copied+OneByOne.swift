internal import Daybook

extension AttachmentFolder.Copied {
  /// Copies one after the other by way of a network. A file that is changed, gone or too large
  /// keeps no other from being copied.
  ///
  /// - Parameter one: copies a file; throws `StoreError` for one that is not as it should be,
  ///   `OneFileError` for any other reason that is of that file alone, and
  ///   `SyncError.malformed` when what came there is not what was sent, and `tooLarge` when it has
  ///   no room there.
  /// - Throws: what concerns all of them; `CancellationError`.
  static func oneByOne(
    _ attachments: [Attachment], _ one: (Attachment) async throws -> Void
  ) async throws -> Self {
    var copied = Self()
    for attachment in attachments {
      try Task.checkCancellation()
      do {
        try await one(attachment)
        copied.files += 1
        copied.bytes += attachment.length
      } catch let error as StoreError where error.code == .attachmentMissing {
        copied.missing.append(attachment)
      } catch let error as StoreError where error.code == .attachmentChanged {
        copied.changed.append(attachment)
      } catch let error as StoreError where error.code == .tooLarge {
        copied.failed[attachment] = error.message
      } catch let error as OneFileError {
        copied.failed[attachment] = error.why
      } catch let error as SyncError where error.code == .tooLarge {
        copied.failed[attachment] = error.message
      } catch let error as SyncError where error.code == .malformed {
        copied.changed.append(attachment)
      }
    }
    return copied
  }
}
