#if Tools
  import ArgumentParser
  import Daybook

  struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo", abstract: "Takes a transaction back, or the last one of an author.")

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "The number of the transaction.")
    var transaction: UInt64?

    @Option(
      name: .long,
      help: "The author whose last transaction is taken back; with a number, who takes it back.")
    var author: String?

    func validate() throws {
      if transaction == nil, author == nil {
        throw ValidationError("undo takes the number of a transaction, or --author")
      }
    }

    func run() async throws {
      let store = try arguments.open()
      let token =
        if let transaction {
          try await store.undo(transaction: transaction, by: author)
        } else {
          try await store.undo(by: author)
        }
      let gone = try store.read { try $0.transactions(takenBackBy: token.number) }
      try arguments.print(token, gone, "taken back")
    }
  }

  struct RedoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "redo",
      abstract: "Brings a transaction back, or what an author took back last.",
      discussion: """
        Without a number: what the last undo by --author, or without one by nobody, took back, unless \
        they have written since.
        """)

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "The number of the transaction.")
    var transaction: UInt64?

    @Option(name: .long, help: "The author; with a number, who brings it back.")
    var author: String?

    func run() async throws {
      let store = try arguments.open()
      let token =
        if let transaction {
          try await store.redo(transaction: transaction, by: author)
        } else {
          try await store.redo(by: author)
        }
      let back = try store.read { reader in
        var back: Set<UInt64> = []
        for undo in try reader.transactions(takenBackBy: token.number) {
          for number in try reader.transactions(takenBackBy: undo)
          where try reader.transaction(number)?.isRetracted == false {
            back.insert(number)
          }
        }
        return back.sorted()
      }
      try arguments.print(token, back, "there again")
    }
  }

  private struct UndoReport: Encodable {
    let token: String
    let transactions: [UInt64]
  }

  extension StoreArguments {
    /// Says what happened to which transactions, and by which one.
    fileprivate func print(
      _ token: History.Token, _ numbers: [UInt64], _ fate: String
    ) throws {
      if json {
        return try JSON.print(UndoReport(token: token.description, transactions: numbers))
      }
      let list = numbers.map(String.init).joined(separator: ", ")
      let subject = numbers.count == 1 ? "transaction \(list) is" : "transactions \(list) are"
      Terminal.line("\(subject) \(fate), by transaction \(token.number)")
    }
  }
#endif
