public import Daybook
import Dispatch

/// Any store as pages for a browser: one value for each address, without a server.
///
/// Pages never hold a read beyond the answer, and GET changes nothing in the store. What takes
/// longer than a page may, such as finding out why a row is as it is, works on private copies,
/// which nobody else can find and which end with the process.
public final class Inspector: Sendable {
  /// Who may write, and as whom.
  public struct Writing: Sendable {
    /// What every form that writes has to say; made anew for each run.
    let secret: String
    let author: String?

    /// - Parameters:
    ///   - secret: what every form that writes has to say; made anew for each run.
    ///   - author: who takes back; nil for nobody.
    public init(secret: String, author: String?) {
      (self.secret, self.author) = (secret, author)
    }
  }

  let store: EventStore
  /// What it is compared with, and what that is called.
  let other: (store: EventStore, name: String)?
  let writing: Writing?
  let shares: ShareKeeper
  let past: PastKeeper
  let counts = KindCounts()
  private let words: @Sendable () throws -> any InspectorWords

  /// Pages of a store.
  ///
  /// - Parameters:
  ///   - other: a second store, which is shown beside the first.
  ///   - writing: who may take transactions back; nil where pages only show.
  ///   - patience: how long a page waits for what is found out in the background.
  ///   - words: what pages say; asked for each of them, so that the time is the time.
  public init(
    _ store: EventStore, beside other: (store: EventStore, name: String)? = nil,
    writing: Writing? = nil, patience: Duration = .seconds(1),
    words: @escaping @Sendable () throws -> any InspectorWords
  ) {
    self.store = store
    self.other = other
    self.writing = writing
    self.words = words
    shares = ShareKeeper(patience: patience) { view, progress in
      try await store.contributions(to: view) { progress($0.done, $0.total) }
    }
    past = PastKeeper(store)
  }

  /// The page of a request. Never throws: what is wrong is a page, too.
  public func answer(_ request: InspectorRequest) async -> InspectorPage {
    if request.method == .get {
      switch request.page {
      case "": return .moved(to: PageLink("log"))
      case "style.css": return .file(PackageResources.style_css, type: "text/css")
      case "script.js": return .file(PackageResources.script_js, type: "text/javascript")
      default: break
      }
    }
    do {
      let words = try words()
      let context = PageContext(inspector: self, words: words, query: request.query)
      do {
        return try await page(request, context)
      } catch {
        return context.problem(error)
      }
    } catch {
      return .html("<!DOCTYPE html><title>Daybook</title><p>\("\(error)")</p>", status: 500)
    }
  }

  private func page(
    _ request: InspectorRequest, _ context: PageContext
  ) async throws -> InspectorPage {
    if request.method == .post {
      return try await WriteScreen(context).answer(request.page, request.form)
    }
    switch request.page {
    case "news": return try await NewsScreen(context).page()
    case "why": return try await WhyScreen(context).page()
    case "time": return try await TimeScreen(context).page()
    case "undo", "redo": return try await UndoScreen(context).page(request.page)
    default: return try await Waiting.value { try Self.page(request.page, context) }
    }
  }

  private static func page(_ name: String, _ context: PageContext) throws -> InspectorPage {
    switch name {
    case "log": return try LogScreen(context).page()
    case "transaction": return try TransactionScreen(context).page()
    case "entities": return try EntitiesScreen(context).page()
    case "entity": return try EntityScreen(context).page()
    case "views": return try ViewsScreen(context).page()
    case "view": return try ViewScreen(context).page()
    case "stores": return try StoresScreen(context).page()
    case "health": return try HealthScreen(context).page()
    default: break
    }
    guard let board = context.words.boards.first(where: { $0.name == name }) else {
      throw InspectorError.missing("there is no such page")
    }
    switch try board.content(context.query) {
    case .html(let html): return context.page(board.title, at: board.name, html)
    case .document(let text): return .document(text)
    }
  }
}

/// Work that waits for a disk, off the threads that answer.
enum Waiting {
  @concurrent
  static func value<R: Sendable>(
    _ body: @escaping @Sendable () throws -> R
  ) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
  }
}
