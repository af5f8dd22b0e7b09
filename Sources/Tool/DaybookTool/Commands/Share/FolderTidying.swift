import Daybook
import DaybookSync

/// Makes the files that members have in a shared folder fewer: sets a frontier at what all have,
/// where this device sets them, and puts a snapshot of the newest one there. This device's files
/// that it stands for are removed once a second device has made the same one.
struct FolderTidying {
  /// The frontier that was set; nil when nothing is final that was not before.
  private(set) var frontier: UInt64?
  /// How many files were removed.
  private(set) var removed = 0
  /// What kept this device from doing more, for people; nil when nothing did.
  private(set) var reason: String?

  /// Tidies a folder after an exchange with it.
  ///
  /// - Parameter few: no frontier is set that would make fewer transactions final.
  /// - Throws: what keeps the store from working.
  init(_ replication: Replication, in folder: FolderPeer, until few: Int) async throws {
    let codes: [SyncError.Code] = [.unheard, .space, .peer, .notPermitted, .needsSnapshot]
    do {
      try await tidy(replication, folder, until: few)
    } catch let error as SyncError where codes.contains(error.code) {
      reason = error.message
    } catch let error as StoreError where error.code == .notPermitted {
      reason = error.message
    }
  }

  private mutating func tidy(
    _ replication: Replication, _ folder: FolderPeer, until few: Int
  ) async throws {
    let space = try replication.space()
    // Another device may have put the same snapshot there since.
    if !space.frontiers.isEmpty {
      removed = try await replication.putSnapshot(in: folder).removedFiles
    }
    guard try space.keeper == replication.replica() else {
      let keeper = space.members[space.keeper]?.member ?? "its keeper"
      if space.frontiers.isEmpty { reason = "\(keeper) sets frontiers, on another device" }
      return
    }
    let common = try await replication.commonVector(in: folder)
    // What is final already waits for another device's snapshot only.
    let final = space.frontiers.last?.vector ?? VersionVector()
    guard common.count(beyond: final) >= few else {
      // Else it would say that it had put a snapshot.
      if space.frontiers.isEmpty {
        reason = "members do not all have \(few) transactions yet; let each exchange"
      }
      return
    }
    frontier = try await replication.setFrontier(common)
    if frontier == nil { return }
    // The snapshot stands for what is there.
    if let failure = try await replication.exchange(with: folder).failure { throw failure }
    removed += try await replication.putSnapshot(in: folder).removedFiles
  }

  /// Says what came of it.
  func print() {
    if let frontier { Terminal.line("frontier \(frontier) is set") }
    if let reason { return Terminal.line("not tidied: \(reason)") }
    Terminal.line(
      removed > 0
        ? "removed \(Measures.count(removed, "file")) that a snapshot stands for"
        : "put a snapshot there; files go when a second device has put the same one")
  }
}
