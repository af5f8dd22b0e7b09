import Daybook

// snippet: cook-hits
/// What a list of hits shows, of either kind.
struct Hit: CodablePayload, Hashable {
  enum Thing: Codable, Hashable { case list(ID<TodoList>), todo(ID<Todo>) }
  var thing: Thing
  var text: String
  var created: HybridTime
}

struct ListHits: MultiIndex {
  static let name = "todo.listHits"
  static func terms(_ list: Stamped<TodoList>) -> [String] { searchWords(list.title) }
  static func row(_ list: Stamped<TodoList>) -> Hit {
    Hit(thing: .list(list.id), text: list.title, created: list.created)
  }
}

struct TodoHits: MultiIndex {
  static let name = "todo.todoHits"
  static func terms(_ todo: Stamped<Todo>) -> [String] { searchWords(todo.text) }
  static func row(_ todo: Stamped<Todo>) -> Hit {
    Hit(thing: .todo(todo.id), text: todo.text, created: todo.created)
  }
}
// end

// snippet: cook-ranked
/// What has every word: most whole words first, then the newest.
func hits(for text: String, in store: EventStore) throws -> [Hit] {
  let words = searchWords(text)
  var isWhole: [Hit: [Bool]] = [:]  // for each word that a hit has
  try store.read { reader in
    for word in words {
      let rows =
        try reader.rows(ListHits.all.beginning(with: word)).map { ($0.row, $0.key.first == word) }
        + reader.rows(TodoHits.all.beginning(with: word)).map { ($0.row, $0.key.first == word) }
      // A hit may have several words that begin so.
      for (hit, whole) in Dictionary(rows, uniquingKeysWith: { $0 || $1 }) {
        isWhole[hit, default: []].append(whole)
      }
    }
  }
  return isWhole.filter { $0.value.count == words.count }
    .map { (hit: $0.key, whole: $0.value.count { $0 }) }
    .sorted { ($0.whole, $0.hit.created) > ($1.whole, $1.hit.created) }
    .map(\.hit)
}
// end

// snippet: cook-named
/// A star that a person gives a todo: one, on however many devices it is given.
struct Star: Entity, CodablePayload {
  static let kind = "todo.star"
  var person: String
  var todo: ID<Todo>
  var isDeleted = false

  enum Event: CodableEntityEvent {
    case given(by: String, to: ID<Todo>)
    case takenBack
    case refused
  }

  /// The identifier of two names: the person's, in that of the todo.
  static func id(of person: String, for todo: ID<Todo>) -> ID<Star> {
    ID(name: person, in: todo.rawValue)
  }

  static func fold(_ star: inout Star?, _ event: Event) {
    switch event {
    case .given(let person, let todo): star = star ?? Star(person: person, todo: todo)
    case .takenBack: star = nil  // a later `given` makes it again
    case .refused: star?.isDeleted = true  // a later `given` finds it, and changes nothing
    }
  }
}
// end

// snippet: cook-named-use
func give(_ todo: ID<Todo>, by person: String, in store: EventStore) async throws {
  let star = Star.id(of: person, for: todo)
  try await store.append(author: person) { try $0.append(.given(by: person, to: todo), to: star) }
}
// end

// snippet: cook-authors
/// Who made an entity, and who changed it last.
func authors<E: Entity>(
  of id: ID<E>, in store: EventStore
) throws -> (first: String?, last: String?) {
  let versions = try store.read { try $0.versions(of: id) }
  return (versions.first?.transaction.author, versions.last?.transaction.author)
}
// end

// snippet: cook-news
/// What the others did since a place in the history, and the place where the next page begins.
func news(
  after seen: History.Token?, for person: String, in store: EventStore
) throws -> (lines: [String], seen: History.Token?) {
  let changes = store.history.changes(after: seen, limit: 50, where: .notAuthor(person))
  let page = try changes.all()
  // Ben changed todo.item Sweep: isDone no → yes
  let lines = page.map { "\($0.author ?? "Somebody") \($0)" }
  return (lines, page.last?.transaction.token ?? seen)
}
// end

// snippet: cook-news-follow
func tellNews(
  after seen: History.Token?, for person: String, in store: EventStore,
  _ tell: @Sendable (String) async -> Void
) async throws {
  for try await change in store.history.changes(after: seen, where: .notAuthor(person)).follow {
    await tell("\(change.author ?? "Somebody") \(change)")
  }
}
// end
