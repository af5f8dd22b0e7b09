/// Who keeps a projection's rows, when versions of an app or processes disagree about them.
///
/// A store has one set of live rows of a projection. Whoever opens the store takes them over when
/// its fingerprint is another and its revision at least as high; a lower revision never does. It
/// happens at open only, so processes that are open at the same time never build by turns. Whoever
/// has lost the rows is told so when it reads them.
enum Takeover {
  /// Starts to build rows that are not there for this schema, unless a higher revision keeps them.
  static func claim(_ projection: ProjectionRuntime, _ scope: inout WriteScope) throws {
    if projection.live != nil || projection.building != nil || projection.foreignKind != nil {
      return
    }
    let keeper = projection.definition.keeper(for: projection.opened)
    if let keeper, keeper.revision > projection.opened.revision { return }
    projection.definition.buildFingerprint = nil
    try Rebuild.start(projection, &scope)
  }

  /// Makes sure that the rows may be built anew, or dropped, here.
  ///
  /// - Throws: `StoreError.viewKeptByOther` or `schemaChanged`.
  static func check(_ projection: ProjectionRuntime) throws {
    if let kind = projection.foreignKind { try kind.checkOwn() }
    if projection.building != nil { return }
    guard let keeper = projection.definition.keeper(for: projection.opened) else { return }
    // A build of another version that never ended takes nothing from the live rows, unless it is
    // higher.
    if projection.live != nil, keeper.revision <= projection.opened.revision { return }
    throw keeper.refusal(to: projection.opened)
  }
}
