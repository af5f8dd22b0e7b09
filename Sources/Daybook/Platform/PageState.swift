/// What is known of the pages of the file; see `StoreOptions.pageChecks`.
public enum PageState: Sendable, Hashable {
  /// A check found every page sound: at this open, after it, or up to a week before it.
  case sound
  /// They are being looked at.
  case running
  /// They were not looked at.
  case skipped
  /// One is damaged, as the sentence says; nothing is written any more.
  case damaged(String)
}
