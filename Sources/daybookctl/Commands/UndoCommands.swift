#if Tools
  import ArgumentParser
  import Daybook

  struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo", abstract: "Takes a transaction back, or the last one of an author.")

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "The number of the transaction.")
    var transaction: UInt64?

    @Option(name: .long, help: "The author whose last transaction is taken back.")
    var author: String?

    func validate() throws {
      if (transaction == nil) == (author == nil) {
        throw ValidationError("undo takes the number of a transaction, or --author")
      }
    }

    func run() async throws {
      let store = try arguments.open()
      let token: History.Token
      if let number = transaction {
        token = try await store.append(context: "undo") { try $0.retract(transaction: number) }
      } else {
        token = try await store.undo(by: author)
      }
      try arguments.print(
        token,
        "\(transaction.map { "transaction \($0)" } ?? "what \(author ?? "") did last") is taken back"
      )
    }
  }

  struct RedoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "redo",
      abstract: "Brings back what an author took back last, unless they have written since.")

    @OptionGroup var arguments: StoreArguments

    @Option(name: .long, help: "The author.")
    var author: String?

    func run() async throws {
      let token = try await arguments.open().redo(by: author)
      try arguments.print(token, "what \(author ?? "nobody") took back last is there again")
    }
  }

  extension StoreArguments {
    /// Says what was written, by which transaction.
    fileprivate func print(_ token: History.Token, _ sentence: String) throws {
      if json { return try JSON.print(["token": token.description]) }
      Swift.print("\(sentence), by transaction \(token.number)")
    }
  }
#endif
