internal import LMDB

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

/// The version of a projection that another process keeps.
struct ViewKeeper: Sendable {
  let revision: UInt64
  let parameters: String
  let process: String?

  /// Why the rows cannot be read with `own`, and what to do.
  func refusal(to own: OpenedProjection) -> StoreError {
    let who = process.map { ", built by \($0)" } ?? ""
    let theirs = "revision \(revision)" + Self.described(parameters) + who
    let ours = "revision \(own.revision)" + Self.described(own.projection.parameters)
    let remedy =
      if revision > own.revision {
        "update the app, or give the projection another name"
      } else if parameters != own.projection.parameters {
        "close the store and open it with the stored parameters (EventStore.parameters(ofProjection:at:)), or give the projection another name"
      } else {
        "open the store anew to take the rows over, or give the projection another name"
      }
    return StoreError(
      .viewKeptByOther,
      "the rows of projection \(own.name) are those of \(theirs); this schema has \(ours): \(remedy)"
    )
  }

  private static func described(_ parameters: String) -> String {
    parameters.isEmpty ? "" : " with parameters \"\(parameters)\""
  }
}

extension ProjectionDefinition {
  /// Who keeps the rows, or builds them, by another fingerprint than that of `own`: of two, the
  /// higher revision.
  func keeper(for own: OpenedProjection) -> ViewKeeper? {
    let live = ViewKeeper(revision: revision, parameters: parameters, process: process)
    let builder = ViewKeeper(
      revision: buildRevision, parameters: buildParameters, process: buildProcess)
    let isForeign = isLive && fingerprint != own.fingerprint
    guard let buildFingerprint, buildFingerprint != own.fingerprint else {
      return isForeign ? live : nil
    }
    return isForeign && live.revision > builder.revision ? live : builder
  }
}
