import DaybookRemoteFolders
import DaybookSync
import Foundation
import RemoteServers
import Synchronization

/// A folder that is not on drives: a bucket or a WebDAV server has it, and requests fail.
extension World {
  /// The shared folder, as the app that runs now on a device knows it.
  func folderPeer(of device: Device) -> FolderPeer {
    if let peer = device.peer { return peer }
    let made = (try? remotePeer()) ?? FolderPeer(at: device.drive.path)
    device.peer = made
    return made
  }

  private func remotePeer() throws -> FolderPeer? {
    // After so many tries an exchange fails, in the middle of whatever it does.
    var retries = FolderRetries.atOnce
    retries.attempts = 3
    return try remote?.peer(retries: retries)
  }

  /// Lets a full server be full for an exchange.
  func fillRemote(_ isFull: Bool) {
    remote?.state.withLock { $0.faults.isFull = isFull }
  }

  /// Lets no request fail while something is done.
  func withoutRemoteFaults<T>(_ body: () async throws -> T) async throws -> T {
    let faults = remote?.state.withLock { state in
      defer { state.faults = .none }
      return state.faults
    }
    defer { if let faults { remote?.state.withLock { $0.faults = faults } } }
    return try await body()
  }

  /// Ends all faults, and puts back all that was written and lost.
  func mendRemote() throws {
    guard let remote, remote.state.withLock({ $0.faults != .none }) else { return }
    remote.state.withLock { $0.faults = .none }
    for path in removed { remote[path] = nil }
    for (path, versions) in written where !removed.contains(path) {
      if let newest = versions.last { remote[path] = Array(newest) }
    }
    remote.tellNews()
  }
}

extension Options {
  /// What serves the folder, where it is remote.
  var remoteFolder: RemoteMemory? {
    guard carrier.byFolder, folderIsRemote else { return nil }
    return RemoteMemory(
      seed % 2 == 0 ? .bucket : .server, faultyDrives ? .all : .none, seed: seed)
  }
}
