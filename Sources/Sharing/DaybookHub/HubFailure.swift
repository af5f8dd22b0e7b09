internal import Daybook
internal import DaybookSync
public import Foundation

/// What keeps a hub from answering calls, for whoever runs it: members hear only that it cannot.
public struct HubFailure: Sendable {
  /// The space whose calls fail; nil for the hub's directory, without which all fail.
  public let space: UUID?
  /// The `StoreError` of the space's store, or the `SyncError` of the files beside it.
  public let error: any Error

  /// One sentence, which may name files of the hub.
  public var message: String {
    switch error {
    case let error as StoreError: error.message
    case let error as SyncError: error.message
    default: "\(error)"
    }
  }
}
