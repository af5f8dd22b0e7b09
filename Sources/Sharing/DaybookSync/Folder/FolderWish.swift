/// What a look at a folder needs to know next.
enum FolderWish: Hashable, Sendable {
  /// What lies in a folder; names up to `after` may be left out.
  case list(String, after: String?)
  /// The content of a file, of at most so many bytes.
  case read(String, limit: Int)
}

/// What a folder answers to a wish.
enum FolderAnswer: Sendable {
  case entries([FolderEntry])
  case content(FolderRead)
}
