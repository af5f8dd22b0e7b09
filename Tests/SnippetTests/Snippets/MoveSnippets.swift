import Daybook
import DaybookTesting
import Testing

/// What the page on several stores says of moving, run.
struct MoveSnippetRuns {
  @Test func `an album moves to another store`() async throws {
    let (own, shared) = (
      try EventStore.temporary(schema: .photos), try EventStore.temporary(schema: .photos)
    )
    let album = ID<Album>.timeOrdered()
    try await own.append { draft in
      try draft.append(.made(title: "Summer"), to: album)
      let forum = Photo(caption: "The forum", album: album)
      try draft.append(.taken(forum), to: ID<Photo>.timeOrdered())
    }
    // snippet: several-move
    let report = try await own.move(album, to: shared, author: "Ada", leaving: .deleted)
    print(report.entities, "entities were moved")
    // end
    #expect(report.entities == 2)
    #expect(
      try shared.read { try $0.entities(of: Photo.self).map(\.state.caption) } == ["The forum"])
    #expect(try own.read { try $0.entities(of: Photo.self).count } == 0)
  }

  @Test func `an album moves without its history`() async throws {
    let (own, shared) = (
      try EventStore.temporary(schema: .photos), try EventStore.temporary(schema: .photos)
    )
    let album = ID<Album>.timeOrdered()
    try await own.append { draft in
      try draft.append(.made(title: "Summer"), to: album)
      let forum = Photo(caption: "The forum", album: album)
      try draft.append(.taken(forum), to: ID<Photo>.timeOrdered())
    }
    // snippet: several-move-state
    try await own.move(album, to: shared, author: "Ada", leaving: .deleted, as: .state)
    // end
    #expect(
      try shared.read { try $0.entities(of: Photo.self).map(\.state.caption) } == ["The forum"])
    #expect(try shared.statistics().events == 2)
  }
}

extension Album: RestatedEntity {
  var restated: Event { .made(title: title) }
}

// snippet: several-restated
extension Photo: RestatedEntity {
  var restated: Event { .taken(self) }
}
// end
