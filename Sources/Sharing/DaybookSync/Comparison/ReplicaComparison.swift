public import Daybook

/// The differences between two sides that hold one space.
///
/// Two stores with the same transactions must have the same rows. `notCompared` lists differences
/// that may be right, and parts that cannot be compared, each with the reason.
public struct ReplicaComparison: Hashable, Sendable {
  /// One thing that differs, or was not compared.
  public struct Finding: Hashable, Sendable {
    /// The sort of finding.
    public let code: Code
    /// The writer that it is about, if it is about one.
    public let replica: ReplicaID?
    /// The transactions of that writer that it is about.
    public let sequences: ClosedRange<UInt64>?
    /// The view that it is about, if it is about one.
    public let view: String?
    /// One sentence.
    public let message: String

    init(
      _ code: Code, _ message: String, replica: ReplicaID? = nil,
      _ sequences: ClosedRange<UInt64>? = nil, view: String? = nil
    ) {
      self.code = code
      self.replica = replica
      self.sequences = sequences
      self.view = view
      self.message = message
    }
  }

  /// The sort of a finding. Codes may be added; a switch needs a default.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The stable name.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
  }

  /// How many transactions both have.
  public let common: UInt64
  /// The differences; at most one a writer in each direction.
  public let differences: [Finding]
  /// What was not compared, and why; it may differ.
  public let notCompared: [Finding]

  /// Whether nothing differs.
  public var isEqual: Bool { differences.isEmpty }
}

extension ReplicaComparison.Code {
  // MARK: Differences

  /// The two hold different spaces, or a folder nothing of the store's; nothing else was compared.
  /// Of two stores that nobody shares, such as one and a copy by its log, the names of the spaces
  /// are not compared.
  public static let otherSpace = Self(rawValue: "otherSpace")
  /// The other one lacks transactions of a writer; an exchange brings them.
  public static let behind = Self(rawValue: "behind")
  /// The other one has transactions of a writer that are not here; an exchange brings them.
  public static let ahead = Self(rawValue: "ahead")
  /// Both have a transaction of a writer with the same number and other content: two copies of a
  /// store have written on as one replica.
  public static let fork = Self(rawValue: "fork")
  /// One side holds other transactions of a writer than that one has signed: it is damaged, or
  /// somebody has changed it. `verify` there says more.
  public static let changed = Self(rawValue: "changed")
  /// A view has other rows though both have the same transactions and make it in the same way:
  /// one of the stores is damaged, or an app folds otherwise without another `revision`.
  public static let otherRows = Self(rawValue: "otherRows")
  /// A proof names another key, or another member, of a writer than this store knows: somebody else
  /// may have made it.
  public static let otherKey = Self(rawValue: "otherKey")

  // MARK: What was not compared

  /// Nobody has signed the proof of a shared store: anybody may have made it.
  public static let unsigned = Self(rawValue: "unsigned")
  /// Views are compared only where both have the same transactions.
  public static let otherTransactions = Self(rawValue: "otherTransactions")
  /// A view is made in another way, or one of the two does not keep it.
  public static let otherSchema = Self(rawValue: "otherSchema")
  /// A view lacks transactions, here or in a proof: it is being built, or a program wrote that does
  /// not have it.
  public static let viewBehind = Self(rawValue: "viewBehind")
  /// Folds or views have left events or entities out.
  public static let quarantine = Self(rawValue: "quarantine")
  /// Both sides have transactions of a writer that were purged, and no head stands for them.
  public static let purged = Self(rawValue: "purged")
  /// The other side keeps no views because it is a folder, or neither schema has any.
  public static let noViews = Self(rawValue: "noViews")
}
