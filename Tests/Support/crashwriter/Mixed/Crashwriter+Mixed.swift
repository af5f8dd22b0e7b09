import Daybook

extension Crashwriter {
  /// Runs the modes of mixed work, imports, damage and soaking; they open the store themselves.
  /// Returns false for other modes.
  static func runMixed(_ mode: String, at path: String, seed: UInt64) throws -> Bool {
    let parts = mode.split(separator: "-").map(String.init)
    var options = StoreOptions()
    options.checkpoint = Checkpoints.limits(of: mode, seed: seed)
    let boards = parts.contains("other") ? Boards(parameters: "other") : Boards()
    switch parts.first {
    case "mixed":
      var work = try MixedWork(path: path, schema: boards.schema, options: options, seed: seed)
      work.runForEver(parts.contains("rival") ? MixedWork.rivals : MixedWork.Step.allCases)
    case "sequence":
      var work = try MixedWork(path: path, schema: boards.schema, options: options, seed: seed)
      work.runOnce()
    case "inspect":
      let store = try EventStore.open(at: path, schema: boards.schema, options: options)
      Output.line("open")
      try Inspecting(store: store, path: path).run()
    case "import":
      let importing = try Importing(path: path, number: seed)
      if parts.contains("inspect") { importing.inspect() } else { importing.run() }
    case "once": try OnceOver(path: path).run(parts.last ?? "")
    case "backups": try BackingUp(path: path).backUp(seed: seed)
    case "restores": try BackingUp(path: path).restore()
    case "absorbs": try BackingUp(path: path).absorb()
    case "damage", "damage-large":
      try DamageRun(path: path, isLarge: parts.contains("large")).run()
    case "soak":
      let store = try EventStore.open(at: path, schema: boards.schema, options: options)
      Output.line("open")
      try Soaking(store: store, path: path, seconds: seed)
        .run(hasReaders: !parts.contains("flat"))
    default: return false
    }
    return true
  }
}
