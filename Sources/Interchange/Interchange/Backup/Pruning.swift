internal import Daybook
internal import Foundation

/// What a policy lets go of, but for the newest backups that are whole.
struct Pruning {
  /// The names of what goes, in order.
  private(set) var names: [BackupName]
  /// Why something stays that the policy lets go of; nil when nothing does.
  private(set) var spared: String?

  /// Reads, when something is to go, what stays from the newest on until one chain is whole.
  ///
  /// - Parameters:
  ///   - catalog: the backups of one store.
  ///   - sound: what was checked while it was made.
  init(
    _ backup: Backup, _ catalog: BackupCatalog, _ policy: RetentionPolicy, zone: TimeZone,
    sound: [BackupName]
  ) {
    names = catalog.removable(policy, zone: zone)
    if names.isEmpty { return }
    var problem: String?
    for chain in catalog.chains.reversed() {
      let found = chain.all.lazy.filter { !sound.contains($0) }
        .compactMap { backup.point($0, catalog, checksAll: true).problem }.first
      if let found {
        problem = problem ?? found
      } else {
        if names.contains(chain.full) { spare(chain, problem) }
        return
      }
    }
    spared = "Nothing was removed, because no backup is whole: \(problem ?? "there is none")"
    names = []
  }

  private mutating func spare(_ chain: BackupCatalog.Chain, _ problem: String?) {
    names.removeAll { chain.all.contains($0) }
    spared =
      "\(chain.full.text) is kept beyond the policy, because no newer backup is whole: \(problem ?? "")"
  }
}
