#if Tools && Sync
  import Daybook
  import DaybookSnapshot
  import DaybookSync
  import Foundation

  /// Where the key of this device for a store lies: where somebody said, where it was the last
  /// time, or beside the store.
  struct KeyPlace {
    let url: URL
    private let store: String
    private let isDefault: Bool

    /// The file in a store that says where its key is, when that does not lie beside it. A copy of
    /// the store on another device finds no key there.
    private static let name = "key-place"

    /// - Parameter isMade: whether a key is made where there is none; not in a folder that is gone.
    init(_ arguments: StoreArguments, named: String? = nil, isMade: Bool = false) {
      var path = arguments.path
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      let usual = URL(fileURLWithPath: path + ".key")
      store = path
      let bytes = try? AtomicFolder(path: path).read(Self.name, limit: 4096)
      let noted = bytes.map { URL(fileURLWithPath: String(decoding: $0, as: UTF8.self)) }
      let isUsable = noted.map {
        !isMade || FileManager.default.isFolder($0.deletingLastPathComponent().path)
      }
      url =
        named.map { URL(fileURLWithPath: $0) } ?? (isUsable == true ? noted : nil) ?? usual
      isDefault = url.path == usual.path
    }

    /// Keeps in the store where the key is.
    func note() throws {
      let folder = AtomicFolder(path: store)
      guard folder.contains("data.mdb") else { return }
      do {
        if isDefault {
          if folder.contains(Self.name) { try folder.remove(Self.name) }
        } else if try folder.read(Self.name, limit: 4096) != Array(url.path.utf8) {
          try folder.replace(Self.name, with: Array(url.path.utf8))
        }
      } catch {
        throw CannotWrite(error.message)
      }
    }

    /// Takes a key away that was made in vain.
    func remove() {
      for path in [url.path, url.path + ".guard"] {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }

  extension StoreArguments {
    /// Lets a shared store that was restored or copied, or whose key is lost, write as a replica of
    /// its own from now on: what it wrote next would have the names of other transactions.
    func mintIfCopied(_ store: EventStore) throws {
      if case .alone = try Sharing(store) { return }
      let place = KeyPlace(self, isMade: true)
      let key = try ReplicaKey.load(at: place.url, creating: true)
      if let reason = try Replication(of: store, key: key).mintReason { tell(reason) }
      try place.note()
    }

    /// Says why a store was minted anew: on standard error where programs read the output.
    func tell(_ reason: MintReason) {
      let words = "this store writes as a new replica from now on, because \(reason.words)"
      if printsJSON { Terminal.error("daybookctl: \(words)") } else { Terminal.line(words) }
    }
  }

  extension MintReason {
    /// Such as `this device has sent more than the store holds, as after a restore`.
    var words: String {
      switch self {
      case .otherKey: "the key of the replica as which it wrote is not here"
      case .restored: "this device has sent more than the store holds, as after a restore"
      default: rawValue
      }
    }
  }
#endif
