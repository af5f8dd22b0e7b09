extension FolderFiles {
  /// How many wishes are answered at once where an answer takes its time.
  private var mostAtOnce: Int { 8 }

  /// Answers wishes, and hands each answer on as soon as it is there.
  func answer(
    _ wishes: [FolderWish], _ take: (FolderWish, FolderAnswer) throws -> Void
  ) async throws {
    if isNear || wishes.count == 1 {
      for wish in wishes { try take(wish, try await answer(wish)) }
      return
    }
    try await withThrowingTaskGroup(of: (FolderWish, FolderAnswer).self) { group in
      for (number, wish) in wishes.enumerated() {
        if number >= mostAtOnce, let (wish, answer) = try await group.next() {
          try take(wish, answer)
        }
        group.addTask { (wish, try await self.answer(wish)) }
      }
      for try await (wish, answer) in group { try take(wish, answer) }
    }
  }

  private func answer(_ wish: FolderWish) async throws -> FolderAnswer {
    switch wish {
    case .list(let folder, let name): .entries(try await list(folder, after: name))
    case .read(let path, let limit): .content(try await read(path, limit: limit))
    }
  }
}
