#if Tools
import Daybook
import DaybookSync

/// The key of this device that signs a proof, or why none does.
struct ProofSigning {
  let key: ReplicaKey?
  /// What is said of a proof: such as `, signed by this device`.
  let words: String

  /// - Parameter named: the file of the key, where somebody named one.
  /// - Throws: `NameError` and `MissingPath` for a key that was named and does not sign;
  ///   `SyncError.key`.
  init<Tool: StoreTool>(
    _ store: EventStore, _ arguments: StoreArguments<Tool>, named: String?
  ) throws {
    let (space, own) = try store.read { (try $0.space(), try $0.replica()) }
    let place = KeyPlace(arguments, named: named)
    let found = try space == nil || !place.isThere ? nil : ReplicaKey.load(at: place.url.path)
    if let found, space?.members[own]?.key == found.publicKey {
      (key, words) = (found, ", signed by this device")
      return
    }
    let reason =
      if space == nil {
        "the store is not shared; this gives it one: \(arguments.command("sync init NAME --member YOU"))"
      } else if found == nil {
        "there is none at \(place.url.path); say --key when it is elsewhere"
      } else {
        "the one at \(place.url.path) is not the one that this store writes with"
      }
    guard named == nil else {
      if space != nil, found == nil { throw MissingPath("there is no key at \(place.url.path)") }
      throw NameError("no key signs the proof, because \(reason); leave --key out")
    }
    (key, words) = (nil, "; no key signs it, because \(reason)")
  }
}
#endif
