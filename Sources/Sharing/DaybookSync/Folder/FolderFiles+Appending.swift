extension FolderFiles {
  /// How often a name that others take meanwhile is chosen anew.
  private static var mostNames: Int { 20 }

  /// `append` by `add`, for folders without locks.
  package func appendByAdding(
    _ bytes: [UInt8], _ count: Int, to folder: String, after last: UInt64
  ) async throws -> FolderEntry {
    var last = last
    for _ in 0..<Self.mostNames {
      let name = try FolderPlace.segment(after: last, count, in: "\(address)/\(folder)")
      if case .added(let tag) = try await add("\(folder)/\(name)", bytes) {
        return FolderEntry(name: name, size: bytes.count, tag: tag)
      }
      let numbers = try await list(folder, after: nil)
        .compactMap { FolderPlace.range($0.name)?.upperBound }
      last = numbers.max().map { max($0, last) } ?? last
    }
    throw SyncError(
      .peer, "others write into \(address)/\(folder) all the time; exchange again later")
  }

  /// `append` for folders that replace whatever has a name: the name tells of the content, too, so
  /// that two devices that count alike, or a second try, replace nothing else.
  func appendByContent(
    _ bytes: [UInt8], _ count: Int, to folder: String, after last: UInt64
  ) async throws -> FolderEntry {
    let name = try FolderPlace.segment(
      after: last, count, in: "\(address)/\(folder)", of: bytes)
    try await replace("\(folder)/\(name)", with: bytes)
    return FolderEntry(name: name, size: bytes.count, tag: nil)
  }
}
