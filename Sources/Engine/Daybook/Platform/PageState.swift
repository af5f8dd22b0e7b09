/// Whether the pages of the file are sound; see `StoreOptions.pageChecks`.
public enum PageState: Sendable, Hashable {
  /// A check found every page sound: at this open, after it, or up to a week before it.
  case sound
  /// The pages are being checked.
  case running
  /// The pages were not checked.
  case skipped
  /// One is damaged, as the sentence says; nothing is written any more.
  case damaged(String)
}
