import Daybook
import DaybookTesting
import Foundation
import Testing

/// What the page on relations says, run.
struct RelationsRuns {
  private let store: EventStore
  private let album = ID<Album>.timeOrdered()
  private let rome = ID<Place>.timeOrdered()
  private let photo = ID<Photo>.timeOrdered()

  init() throws {
    store = try EventStore.temporary(schema: .photos)
    try store.append { [album, rome, photo] draft in
      try draft.append(.made(title: "Summer"), to: album)
      try draft.append(.named("Rome"), to: rome)
      let forum = Photo(caption: "The forum", album: album, place: rome)
      try draft.append(.taken(forum), to: photo)
    }
  }

  @Test func `photos go with their album and come back with it`() async throws {
    let (store, album) = (store, album)
    // snippet: relation-deleting
    try await store.append(author: "Ada") { try $0.append(.deleted, to: album) }
    let gone = try store.read { try $0.entities(of: Photo.self).count }  // 0
    try await store.undo(by: "Ada")
    let back = try store.read { try $0.count(PhotosOfAlbum.where(album)) }  // 1
    // end
    #expect(gone == 0 && back == 1)
  }

  @Test func `a photo outlives its place`() async throws {
    let (store, rome, photo) = (store, rome, photo)
    try await store.append { try $0.append(.deleted, to: rome) }
    #expect(try store.read { try $0.entity(photo)?.place } == nil)
  }

  @Test func `two places of one name become one`() async throws {
    let store = store
    var options = StoreOptions()
    // Its place is the later one also when both stores write in one millisecond.
    options.now = { Date(timeIntervalSinceNow: 1) }
    let other = try EventStore.temporary(schema: .photos, options: options)
    let (twin, album) = (ID<Place>.timeOrdered(), album)
    let late = ID<Photo>.timeOrdered()
    try await other.append { draft in
      try draft.append(.named("rome"), to: twin)
      try draft.append(.taken(Photo(caption: "Trevi", album: album, place: twin)), to: late)
    }
    let messages = try other.read { reader in
      try reader.transactions().compactMap { try reader.message(of: $0.number) }
    }
    for message in messages { try await store.absorb(message) }
    // snippet: relation-merge
    try await store.append(author: "merge") { draft in
      try draft.mergeDuplicates(of: PlaceNames.self) { .merged(into: $0) }
    }
    // end
    #expect(try store.read { try $0.entities(of: Place.self).map(\.id) } == [rome])
    #expect(try store.read { try $0.entity(late)?.place } == rome)
  }

  @Test func `relations break no law`() throws {
    let (album, photo) = (album, photo)
    // snippet: relation-laws
    let laws = RelationLaws(
      schema: .photos,
      transactions: [
        { try $0.append(.made(title: "Summer"), to: album) },
        { try $0.append(.taken(Photo(caption: "The forum", album: album)), to: photo) },
        { try $0.append(.deleted, to: album) },
      ])
    let violations = try laws.violations(seed: 7).map(\.description)
    #expect(violations == [])
    // end
  }
}
