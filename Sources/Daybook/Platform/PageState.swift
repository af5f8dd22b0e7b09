/// What is known of the pages of the file; see `StoreOptions.pageChecks`.
public enum PageState: Sendable, Hashable {
  /// Every page was found sound, when the store was opened, since, or in the week before.
  case sound
  /// They are being looked at.
  case running
  /// They were not looked at.
  case skipped
  /// One is damaged, as the sentence says; nothing is written any more.
  case damaged(String)
}
