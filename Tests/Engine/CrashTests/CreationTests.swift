import Daybook
import Foundation
import Synchronization
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// Stores whose process was killed while it made them.
@Suite(.tags(.crash)) struct CreationTests {
  let directory: TemporaryFolder
  private var store: String { directory.path + "/store" }

  init() throws { directory = try TemporaryFolder() }

  /// What the directory is after each step, with the process that made it taken for dead.
  private func copies(_ schema: Schema = SmallStore.schema) throws -> [String: String] {
    let copies = Mutex<[String: String]>([:])
    let (store, parent) = (store, directory.path)
    var options = StoreOptions()
    options.creationStep = { step in
      let copy = "\(parent)/\(step)"
      do {
        try FileManager.default.copyItem(atPath: store, toPath: copy)
        for name in try FileManager.default.contentsOfDirectory(atPath: copy)
        where name.hasSuffix(".new") {
          // Greater than any number that the system gives to a process.
          try FileManager.default.moveItem(
            atPath: "\(copy)/\(name)", toPath: "\(copy)/data.mdb.\(Int32.max).new")
        }
        copies.withLock { $0[step] = copy }
      } catch { Issue.record(error) }
    }
    _ = try EventStore.open(at: store, schema: schema, options: options)
    return copies.withLock { $0 }
  }

  @Test func `a store is no store yet, or opens, wherever its making ended`() throws {
    let copies = try copies()
    #expect(copies.count == 6)
    for (step, path) in copies {
      var options = StoreOptions()
      options.createsStore = false
      let isThere = FileManager.default.fileExists(atPath: path + "/data.mdb")
      #expect(isThere == (step == "name" || step == "draftGone"))
      do {
        let store = try EventStore.open(at: path, schema: SmallStore.schema, options: options)
        #expect(isThere, "after \(step)")
        #expect(try store.verify().ok)
      } catch let error as StoreError {
        #expect(!isThere && error.code == .noSuchStore, "after \(step): \(error)")
      }
      options.createsStore = true
      let store = try EventStore.open(at: path, schema: SmallStore.schema, options: options)
      #expect(try store.verify().ok)
    }
  }

  @Test func `a store has the parameters of its views wherever its making ended`() throws {
    let copies = try copies(Boards(parameters: "Europe/Amsterdam").schema)
    for step in ["name", "draftGone"] {
      let path = try #require(copies[step])
      #expect(try EventStore.parameters(ofProjection: Boards.name, at: path) == "Europe/Amsterdam")
    }
  }

  @Test func `no store is made of a schema that contradicts itself`() throws {
    let boards = Boards(parameters: "")
    let error = #expect(throws: StoreError.self) {
      _ = try EventStore.open(at: store, options: StoreOptions()) { _ in
        boards.schema.projection(boards)
      }
    }
    #expect(error?.code == .invalidSchema)
    #expect(!FileManager.default.fileExists(atPath: store + "/data.mdb"))
  }

  @Test func `what a killed process left is removed by the next that makes the store`() throws {
    for (step, path) in try copies() {
      _ = try EventStore.open(at: path, schema: SmallStore.schema)
      let names = try FileManager.default.contentsOfDirectory(atPath: path).filter {
        $0.hasSuffix(".new")
      }
      // Beside a store it does not matter, and its name is looked for by nobody.
      if step != "name" { #expect(names == [], "after \(step)") }
    }
  }

  @Test func `an environment without content is not taken for a store`() throws {
    try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
    try StoreFile(directory: store).makeEmpty()
    var options = StoreOptions()
    options.createsStore = false
    let error = #expect(throws: StoreError.self) {
      _ = try EventStore.open(at: store, schema: SmallStore.schema, options: options)
    }
    #expect(error?.code == .noSuchStore)
    #expect(try EventStore.open(at: store, schema: SmallStore.schema).verify().ok)
  }
}
