package import Daybook

/// The transactions of a space as admission asks for them: a store's, or those that a hub keeps in
/// tables of its own.
///
/// All answers are as of one moment. Nothing here reads a payload, but those of statements about
/// the space.
package protocol SpaceLedger: ~Copyable, ~Escapable {
  /// The last transaction of a writer that is here; 0 when none is.
  func newest(of replica: ReplicaID) throws -> UInt64

  /// The newest head of a writer up to a transaction, signed or not; nil when there is none.
  func head(of replica: ReplicaID, through sequence: UInt64) throws -> SignedHead?

  /// The transaction with a dot as a message; nil when it is not here, or was purged.
  func message(of dot: Dot) throws -> [UInt8]?

  /// The space by the statements here and in transactions that have not been taken in yet; nil when
  /// nobody has created it.
  func space(adding arrivals: [ArrivingTransaction]) throws -> Space?

  /// The founder that the invitation names, and its key; nil where nobody was invited.
  func pinnedFounder() throws -> (replica: ReplicaID, key: [UInt8])?
}

extension Reader: SpaceLedger {}
