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
