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
