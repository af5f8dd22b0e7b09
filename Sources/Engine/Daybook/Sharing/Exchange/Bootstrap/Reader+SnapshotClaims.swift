extension Reader {
  /// Which frontier a snapshot is of, and what is stated about the space here and in it.
  ///
  /// - Throws: `StoreError.invalidArgument` for what is no snapshot.
  package func claims(
    ofSnapshot piece: @escaping (Int) throws -> [UInt8]?
  ) throws -> (head: FrontierSnapshot.Head, space: Space?) {
    var decoder = FrontierSnapshot.Decoder(piece)
    guard case .head(let head) = try decoder.next() else {
      throw FrontierSnapshot.Decoder.malformed("it has no head")
    }
    var arrivals: [ArrivingTransaction] = []
    while let part = try decoder.next() {
      if case .message(let bytes) = part { arrivals.append(try ArrivingTransaction(bytes)) }
    }
    return (head, try space(adding: arrivals))
  }
}
