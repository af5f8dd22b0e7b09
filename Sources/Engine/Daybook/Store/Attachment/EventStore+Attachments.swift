extension EventStore {
  /// The files that belong to the store: to write, to read, and to remove what nobody needs.
  public var attachments: StoreAttachments { StoreAttachments(self) }
}
