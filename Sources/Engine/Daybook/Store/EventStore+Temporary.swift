extension EventStore {
  /// A store for tests, previews and trial runs, with the same code path as any other.
  ///
  /// Its files are unlinked as soon as they are open, so that nothing is left on disk whatever
  /// happens to the process. The files of attachments go with the store; a process that is killed
  /// leaves them in the folder for temporary files.
  public static func temporary(
    schema: Schema, options: StoreOptions = StoreOptions()
  ) throws -> EventStore {
    var options = options
    options.createsStore = true
    options.isTemporary = true
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return try EventStore.open(at: directory, schema: schema, options: options)
  }
}
