extension StoreError {
  /// What to do about a store of which something cannot be derived anew.
  package static let remedy =
    "restore a backup, or copy what can be read into a new store with `doctor --rebuild-into NEWDIR` of the app's tool or of daybookctl"

  /// What to do about what is no store.
  package static let wayFromOther = "look whether the path is right, else put back a backup"

  /// What is wrong, without what to do.
  package var finding: String {
    message.replacing("; \(Self.remedy)", with: "")
      .replacing("; \(Self.wayFromOther)", with: "")
  }

  /// What is thrown where something that is stored cannot be what was written.
  ///
  /// - Parameter what: what is wrong, with its place.
  @inline(never)
  static func damaged(_ what: String, cause: (any Error)? = nil) -> StoreError {
    StoreError(.damaged, "\(what); \(remedy)", cause: cause)
  }
}
