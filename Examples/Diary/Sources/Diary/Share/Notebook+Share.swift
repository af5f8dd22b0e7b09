import DaybookSync

extension Notebook {
  /// Begins to share this diary. Its person lets others in by `enrol`; they begin by `join`.
  func share(with key: ReplicaKey) async throws -> Replication {
    let replication = try Replication(of: store, key: key)
    try await replication.createSpace(named: "Diary", member: person)
    return replication
  }
}
