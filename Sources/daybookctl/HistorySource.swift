#if Tools
  import Daybook
  import Foundation
  import Nursery

  extension StoreArguments {
    /// Opens an existing store, and says which days are asked for.
    func open(_ days: BoundaryArguments) throws -> (store: EventStore, boundary: DayBoundary) {
      let stored = try boundary()
      let wanted = try days.boundary(or: stored)
      return (try open(boundary: stored, creates: false), wanted)
    }
  }

  extension EventStore {
    /// Reads the history by the days of `boundary`: as stored, or built for this once, perhaps as
    /// it was after a transaction.
    func history<R: Sendable>(
      _ boundary: DayBoundary, asOf token: History.Token? = nil,
      _ body: @escaping @Sendable (borrowing ProjectionReader<HistoryGroups>) throws -> R
    ) throws -> R {
      if let token {
        return try preview(try HistoryGroups(boundary: boundary), asOf: token, body)
      }
      let stored: R? = try read { reader in
        let view = try reader.view(HistoryGroups.self)
        return view.projection.boundary == boundary ? try body(view) : nil
      }
      if let stored { return stored }
      return try Terminal.activity("grouping by other days") {
        try preview(try HistoryGroups(boundary: boundary), body)
      }
    }
  }

  /// The names of the babies.
  struct Names {
    private let names: [UUID: String]

    init(_ store: EventStore, asOf token: History.Token? = nil) throws {
      let profiles =
        if let token {
          try store.read(asOf: token) { try $0.view(CurrentProfiles.self).all() }
        } else {
          try store.read { try $0.view(CurrentProfiles.self).all() }
        }
      names = Dictionary(profiles.map { ($0.id, $0.profile.name) }, uniquingKeysWith: { a, _ in a })
    }

    /// The name; `Unknown` for nobody and for a deleted baby.
    subscript(baby: UUID?) -> String { baby.flatMap { names[$0] } ?? "Unknown" }
  }
#endif
