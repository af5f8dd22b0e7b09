import ArgumentParser
import Daybook
import DaybookTool
import Nursery

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Adds a baby, or changes what is known of one.",
    subcommands: [ProfileAdd.self, ProfileEdit.self, ProfileDelete.self])
}

struct ProfileAdd: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds a baby.")
  static let takesName = true

  @Argument(help: "The name.")
  var name: String

  @Option(name: .long, help: "The day of birth, such as 2026-10-21.")
  var born: String?

  @Option(name: .long, help: "How often it is fed, such as 3h or 2h30m; 3h unless told.")
  var feedTerm: String?

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    var profile = BabyProfile(name: TypedNumber.withDash(name), createdAt: screen.now)
    let values = [born.map { "born=\($0)" }, feedTerm.map { "feedTerm=\($0)" }].compactMap(\.self)
    try BabyKind.apply(values, to: &profile, screen)
    let new = profile
    try arguments.write(
      store, screen, by: writing.name, namesChange: true, otherwise: "nothing was added"
    ) { draft in
      try BabyKind.add(&draft, Surroundings.current.makeID("baby \(draft.newest)"), new)
    }
  }
}

struct ProfileEdit: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Changes what is known of a baby.",
    discussion: """
      FIELD is name, born, birthTime, feedTerm, sex, zone or feedingStyle; an empty value takes it \
      away.
      """)

  @Argument(help: "The baby: the beginning of its name or its id.")
  var baby: String

  @Argument(help: "What changes: FIELD=VALUE.")
  var changes: [String]

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let id = try screen.babies.find(baby)
    try arguments.edit(Found(BabyKind.self, id), changes, store, screen, by: writing.name)
  }
}

struct ProfileDelete: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Deletes a baby; its entries stay, under Unknown.")
  static let takesName = true

  @Argument(help: "The baby: the beginning of its name or its id.")
  var baby: String

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let id = try screen.babies.find(baby)
    try arguments.delete(Found(BabyKind.self, id), store, screen, by: writing.name)
  }
}
