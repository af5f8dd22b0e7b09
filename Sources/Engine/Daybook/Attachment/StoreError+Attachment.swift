internal import DaybookSnapshot

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension StoreError.Code {
  /// No file with the content of an attachment is beside the store. In a shared store that is so
  /// until an exchange brings it.
  public static let attachmentMissing = Self(rawValue: "attachmentMissing")
  /// The file of an attachment has another content than it was written with.
  public static let attachmentChanged = Self(rawValue: "attachmentChanged")

  /// What the system says of an attachment's file. Nothing of the store has failed, and it goes on.
  init(attachment error: SnapshotError) {
    switch error.reason {
    case ENOSPC: self = .diskFull
    case EDQUOT: self = .overQuota
    case EFBIG: self = .fileSizeLimit
    default: self = .storage
    }
  }
}
