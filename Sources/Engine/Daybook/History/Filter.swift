extension History {
  /// Which transactions are wanted.
  ///
  /// ```swift
  /// .notAuthor("sync") && .kind(FeedSession.self)
  /// ```
  /// A filter does not read the whole log: blocks of 256 and of 65,536 transactions say which
  /// authors, contexts, kinds, events and origins they hold, and those without are passed over; an
  /// entity has a list of its own events.
  public struct Filter: Sendable {
    indirect enum Condition: Sendable {
      case author([String?])
      case context(String?)
      case kind(String)
      case event(String)
      case origin(Origin)
      case entity(String, UUID)
      case replica([ReplicaID])
      case time(Range<Date>)
      /// Those that one of several filters wants.
      case anyOf([[Condition]])
      /// Those that a condition does not want, which is neither `anyOf` nor another `not`.
      case not(Condition)
    }

    let conditions: [Condition]

    private init(_ conditions: [Condition]) { self.conditions = conditions }

    /// Every transaction.
    public static let all = Filter([])

    /// Those of an author; nil for those without.
    public static func author(_ name: String?) -> Filter {
      Filter([.author([name])])
    }

    /// Those of any of these authors; nil for those without.
    public static func author(anyOf names: [String?]) -> Filter {
      Filter([.author(names)])
    }

    /// Those of everybody else, those without an author included unless nil is named too.
    public static func notAuthor(_ names: String?...) -> Filter {
      !author(anyOf: names)
    }

    /// Those with a context; nil for those without.
    public static func context(_ name: String?) -> Filter { Filter([.context(name)]) }

    /// Those that touch an entity of a kind, or take back one that does.
    public static func kind<E: Entity>(_ type: E.Type) -> Filter { kind(named: E.kind) }

    /// Those that touch an entity of a kind, which the schema need not know.
    public static func kind(named kind: String) -> Filter { Filter([.kind(kind)]) }

    /// Those that touch one entity, or take back one that does.
    public static func entity<E: Entity>(_ type: E.Type, _ id: UUID) -> Filter {
      entity(kind: E.kind, id)
    }

    /// Those that touch one entity, or take back one that does.
    public static func entity<E: Entity>(_ id: ID<E>) -> Filter { entity(E.self, id.rawValue) }

    /// Those that touch one entity of a kind that the schema need not know.
    public static func entity(kind: String, _ id: UUID) -> Filter { Filter([.entity(kind, id)]) }

    /// Those that hold an event of this name, in whatever version.
    public static func event(_ name: String) -> Filter { Filter([.event(name)]) }

    /// Those that were written here, or those that came from other replicas.
    public static func origin(_ origin: Origin) -> Filter { Filter([.origin(origin)]) }

    /// Those that a replica has written, on whatever store. Of the others that came from elsewhere
    /// each is looked at.
    public static func replica(_ id: ReplicaID) -> Filter { replica(anyOf: [id]) }

    /// Those that any of these replicas has written.
    package static func replica(anyOf ids: [ReplicaID]) -> Filter {
      Filter([.replica(ids)])
    }

    /// Those whose ``Transaction/wallTime`` is in a range. No index leads to them, because clocks
    /// differ: each transaction is looked at that the rest of the filter wants.
    public static func time(_ range: Range<Date>) -> Filter { Filter([.time(range)]) }

    /// Those that one of the filters wants, or both.
    ///
    /// Costs what both cost: blocks are passed over that hold nothing of either; the events of an
    /// entity are not found by its list.
    public static func || (a: Filter, b: Filter) -> Filter {
      if a.conditions.isEmpty || b.conditions.isEmpty { return .all }
      return Filter([.anyOf([a.conditions, b.conditions])])
    }

    /// Those that both filters want.
    public static func && (a: Filter, b: Filter) -> Filter {
      Filter(a.conditions + b.conditions)
    }

    /// Those that the filter does not want.
    ///
    /// ```swift
    /// !.kind(FeedSession.self) && .origin(.remote)
    /// ```
    /// Blocks are passed over in which nobody wrote but the authors that it names. Else each
    /// transaction is looked at that the rest of the filter wants.
    public static prefix func ! (filter: Filter) -> Filter {
      Filter(opposite(ofAll: filter.conditions))
    }

    /// What holds where not all of several conditions do.
    private static func opposite(ofAll conditions: [Condition]) -> [Condition] {
      if conditions.count == 1 { return opposite(of: conditions[0]) }
      return [.anyOf(conditions.map { opposite(of: $0) })]
    }

    private static func opposite(of condition: Condition) -> [Condition] {
      switch condition {
      case .anyOf(let filters): filters.flatMap { opposite(ofAll: $0) }
      case .not(let other): [other]
      default: [.not(condition)]
      }
    }
  }

  /// Where a transaction was written.
  public enum Origin: Sendable, Hashable {
    /// By this replica.
    case local
    /// By another one.
    case remote
  }

  /// Which way the history is read.
  public enum Order: Sendable, Hashable {
    /// In order of arrival.
    case oldestFirst
    /// The other way round.
    case newestFirst
  }
}
