#if Tools
import DaybookSnapshot
import DaybookSync

/// The hub with which a store exchanged last, so that its text need not be told again.
struct KnownHub {
  /// The file in the store that has the text.
  private static let name = StoreFolder.hubText
  private let folder: AtomicFolder
  private let requireStore: () throws -> Void

  init<Tool: StoreTool>(_ arguments: StoreArguments<Tool>) {
    folder = AtomicFolder(path: arguments.path)
    requireStore = arguments.requireStore
  }

  /// Whether the store knows one.
  var isKnown: Bool { folder.contains(Self.name) }

  /// The hub that was told, or else the one before.
  ///
  /// - Throws: `NameError` when there is none; `StoreError.noSuchStore`; `SyncError.text`.
  func hub(orTold text: String?) throws -> HubText {
    if let text { return try HubText(TravellingText.read(text)) }
    guard let kept = try? folder.read(Self.name, limit: 8192) else {
      try requireStore()
      throw NameError(
        "this store has exchanged with no hub yet; say the text that `sync serve` printed")
    }
    return try HubText(String(decoding: kept, as: UTF8.self))
  }

  /// The hub that a person means by its text, a file with it, or the name under which the store
  /// knows it; nil when it is none of these.
  ///
  /// - Throws: `SyncError.text` for a text that was changed.
  func hub(named word: String) throws -> HubText? {
    if let text = try? TravellingText.read(word), text.hasPrefix("daybook-hub-") {
      return try HubText(text)
    }
    guard let known = try? hub(orTold: nil), HubPeer.name(of: known) == word else { return nil }
    return known
  }

  /// Keeps the hub's text.
  func note(_ hub: HubText) throws {
    let text = Array("\(hub)".utf8)
    guard folder.contains("data.mdb") else { return }
    do {
      if try folder.read(Self.name, limit: 8192) != text {
        try folder.replace(Self.name, with: text)
      }
    } catch { throw CannotWrite(error.message) }
  }
}
#endif
