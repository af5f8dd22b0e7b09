extension Reader {
  /// The frontier of a snapshot, and the space by the statements here and in the snapshot.
  ///
  /// - Throws: `StoreError.invalidArgument` for bytes that are no snapshot.
  package func claims(
    ofSnapshot piece: @escaping (Int) throws -> [UInt8]?
  ) throws -> (preamble: FrontierSnapshot.Preamble, space: Space?) {
    var decoder = FrontierSnapshot.Decoder(piece)
    guard case .preamble(let preamble) = try decoder.next() else {
      throw FrontierSnapshot.Decoder.malformed("it has no preamble")
    }
    var arrivals: [ArrivingTransaction] = []
    while let part = try decoder.next() {
      if case .message(let bytes) = part { arrivals.append(try ArrivingTransaction(bytes)) }
    }
    return (preamble, try space(adding: arrivals))
  }
}
