public import Daybook

/// What differs between two that hold one space.
///
/// Two with the same transactions must show the same rows. What may differ, and what nobody can
/// tell, is `notCompared` with the reason.
public struct ReplicaComparison: Hashable, Sendable {
  /// One thing that differs, or was not compared.
  public struct Finding: Hashable, Sendable {
    /// What it is.
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

  /// What a finding is. Codes may be added; a switch needs a default.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The stable name.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
  }

  /// How many transactions both have.
  public let common: UInt64
  /// What differs; of each writer one finding at most in each direction.
  public let differences: [Finding]
  /// What was not compared and may differ, and why.
  public let notCompared: [Finding]

  /// Whether nothing differs.
  public var isEqual: Bool { differences.isEmpty }
}

extension ReplicaComparison.Code {
  // MARK: Differences

  /// The two hold different spaces; nothing else was compared.
  public static let otherSpace = Self(rawValue: "otherSpace")
  /// The other one lacks transactions of a writer; an exchange brings them.
  public static let behind = Self(rawValue: "behind")
  /// The other one has transactions of a writer that are not here; an exchange brings them.
  public static let ahead = Self(rawValue: "ahead")
  /// Both have a transaction of a writer with the same number and other content: two copies of a
  /// store have written on as one replica.
  public static let fork = Self(rawValue: "fork")
  /// A view has other rows though both have the same transactions and make it in the same way:
  /// one of the stores is damaged, or an app folds otherwise without another `revision`.
  public static let otherRows = Self(rawValue: "otherRows")

  // MARK: What was not compared

  /// Views are compared only where both have the same transactions.
  public static let otherTransactions = Self(rawValue: "otherTransactions")
  /// A view is made in another way, or one of the two does not keep it.
  public static let otherSchema = Self(rawValue: "otherSchema")
  /// Folds or views have left something out.
  public static let quarantine = Self(rawValue: "quarantine")
  /// What both have of a writer was purged, and no signature stands for it.
  public static let purged = Self(rawValue: "purged")
  /// The other one keeps no views, as a folder.
  public static let noViews = Self(rawValue: "noViews")
}
