import ArgumentParser
import Daybook
import DaybookTool
import Foundation
@_spi(Tools) import Interchange
import Nursery

/// What all imports take.
struct ImportArguments: ParsableArguments {
  @OptionGroup var store: StoreArguments

  @Flag(name: .long, help: "Only say what would be done, and what there is to ask.")
  var plan = false

  @Option(
    name: .long, help: "A JSON file with answers to the questions of --plan, by their ids.",
    completion: .file(extensions: ["json"]))
  var answers: String?

  @Flag(
    name: .long,
    help: "Change everything, because the zone or unit told last time was wrong.")
  var correct = false

  @Flag(
    name: .long,
    help:
      "Delete entries whose rows the files do not have any more, unless a person changed them.")
  var removeVanished = false

  @Option(
    name: .long, help: "Who imports; DAYBOOK_AUTHOR unless told.", transform: Typed.author)
  var author: String?

  @Option(
    name: .long,
    help:
      "The zone of times for which the files name none, and of the days of a store that is made.")
  var zone: String?

  @Option(
    name: .long, help: "When the days of a store that is made begin, HH:MM.",
    transform: Typed.clock)
  var dayStart: ClockTime?

  /// Plans, and imports unless only the plan was asked for.
  ///
  /// - Parameters:
  ///   - usual: where days begin in a store that the import makes, as far as nobody says.
  ///   - unchanged: whether the files are still those that were read, for a migration; the source
  ///     is asked unless told.
  ///   - finished: called with the store and what was done, before that is printed.
  func run(
    _ source: any ImportSource, boundary usual: DayBoundary,
    unchanged: (@Sendable () throws -> Void)? = nil,
    finished: (EventStore, ImportReport) throws -> Void = { _, _ in }
  ) async throws {
    let boundary = try usual.with(zone: zone, start: dayStart)
    if let step = MigrationStep.current {
      return try await run(
        step, source, boundary: boundary, unchanged: unchanged ?? source.checkUnchanged)
    }
    let work = Import(
      source, author: author ?? Surroundings.current.author, answers: try readAnswers(),
      corrects: correct, removesVanished: removeVanished)
    let exists = FileManager.default.fileExists(atPath: store.path + "/data.mdb")
    try store.checkPlace()
    // A store is made when there is something to put into it.
    let opened = exists && !plan ? try store.openForImport(boundary) : nil
    if exists, dayStart != nil {
      Terminal.error(
        "note: the store is there, and its days stay as they are; to change them: "
          + store.command("days --day-start HH:MM"))
    }
    let found = try planned(work, opened ?? toPlan(boundary, exists))
    if plan {
      try ImportPrinter.print(found, store)
      try found.checkReadable()
      return try checkFilled(found)
    }
    if !found.questions.isEmpty {
      throw OpenQuestions(
        found.questions, strays: try strays(source, among: work.answers, in: opened, boundary))
    }
    try found.checkReadable()
    try checkFilled(found)
    let target = try opened ?? store.openForImport(boundary)
    if !exists { printMade(boundary) }
    try store.prepareToWrite(target)
    let before = try target.read { try $0.token() }
    let known = Set(try target.read { try $0.view(CurrentProfiles.self).all() }.map(\.id))
    let report = try await work.commit(found, to: target) {
      Terminal.progress("importing", $0, of: $1)
    }
    try finished(target, report)
    // Other processes may have written meanwhile.
    let written = try target.read { reader in
      try reader.transactions(after: before).last { $0.context == work.context }?.number
    }
    let added = try target.read { try $0.view(CurrentProfiles.self).all() }
      .filter { !known.contains($0.id) }.map(\.profile.name)
    try ImportPrinter.print(
      report, store, undo: written.map { "undo \($0)" }, addedBabies: added)
  }

  /// Says that a store was made, to people.
  func printMade(_ boundary: DayBoundary) {
    if store.printsJSON { return }
    Terminal.line(
      "made a store at \(store.path), with \(boundary.words); to change that: "
        + store.command("days --zone ZONE --day-start 07:00"))
  }

  /// Refuses files without a row, as when an export was cut off, unless entries of earlier imports
  /// are to go with their rows.
  ///
  /// - Throws: `InterchangeError.nothingRead`.
  private func checkFilled(_ found: ImportPlan) throws {
    let report = found.report
    guard report.counts.rows == 0, !removeVanished || report.vanished == 0 else { return }
    let names = report.files.map(\.name)
    let subject =
      "\(names.isEmpty ? "the source" : names.joined(separator: " and ")) "
      + "\(names.count > 1 ? "hold" : "holds") no row"
    var words = "\(subject); nothing was imported: export it again"
    if report.vanished > 0 {
      words =
        "\(subject), and \(Measures.count(report.vanished, "row")) of earlier imports "
        + "\(Measures.verb(report.vanished)) not there any more; nothing was changed: export it again, "
        + "or add --remove-vanished to delete their entries"
    }
    throw InterchangeError(.nothingRead, file: names.first ?? "", words)
  }

  /// The answers that no question asked for, when others are open: most likely these were meant.
  ///
  /// They are no failure by themselves: what an earlier import has asked is known to the store.
  private func strays(
    _ source: any ImportSource, among answers: [String: String], in opened: EventStore?,
    _ boundary: DayBoundary
  ) throws -> [String] {
    if answers.isEmpty { return [] }
    let work = Import(source, corrects: correct, removesVanished: removeVanished)
    let asked = Set(try planned(work, opened ?? toPlan(boundary, false)).questions.map(\.id))
    return answers.keys.filter { !asked.contains($0) }.sorted()
  }

  /// The store to plan in: the one that is there, or an empty one that is thrown away.
  private func toPlan(_ boundary: DayBoundary, _ exists: Bool) throws -> EventStore {
    if exists { return try store.open() }
    return try EventStore.temporary(schema: .nursery(boundary: boundary).importing())
  }

  private func planned(_ work: Import, _ opened: EventStore) throws -> ImportPlan {
    do { return try Terminal.activity("comparing") { try work.plan(in: opened) } } catch let error
      as InterchangeError
    {
      switch error.code {
      case .zoneDiffers, .unitDiffers:
        throw error.advising("tell the one of last time, or add --correct if that was wrong")
      case .rowsMissing: throw error.advising("to delete those entries, add --correct")
      default: throw error
      }
    }
  }

  func readAnswers() throws -> [String: String] {
    guard let answers else { return [:] }
    guard let data = FileManager.default.contents(atPath: answers) else {
      throw InterchangeError(
        .unreadableFile, file: answers, "\(answers) cannot be read.")
    }
    do { return try JSONDecoder().decode([String: String].self, from: data) } catch {
      throw InterchangeError(
        .unanswered, file: answers,
        "\(answers) is not a JSON object whose values are texts, such as {\"child:1\": \"new\"}.")
    }
  }
}

/// Questions that an import has to ask first.
struct OpenQuestions: Error, CustomStringConvertible {
  let questions: [ImportQuestion]
  /// Options that make some of them needless, by the ids of these.
  private var options: [String: String] = [:]

  /// The questions, with the options that make some of them needless.
  func naming(_ options: [String: String]) -> OpenQuestions {
    var named = self
    named.options = options
    return named
  }

  /// Ids of answers that no question asked for.
  private let strays: [String]

  init(_ questions: [ImportQuestion], strays: [String] = []) {
    self.questions = questions
    self.strays = strays
  }

  /// What stands in a file for --answers, by the first of some questions; nil for none.
  static func form(_ questions: [ImportQuestion]) -> String? {
    guard let first = questions.first, let answer = first.choices.first?.answer else { return nil }
    return "A file for --answers holds the answers by their questions, such as "
      + "{\"\(first.id)\": \"\(answer)\"}."
  }

  /// What else there is to do than to answer whether the zone or the unit is right; nil for other
  /// questions.
  static func correction(_ question: ImportQuestion) -> String? {
    question.toldLastTime.map {
      "tell the \($0) of last time, or add --correct if that was wrong, which changes what was "
        + "imported already"
    }
  }

  var description: String {
    let sentences = questions.map { question in
      let choices = question.choices.map { "\($0.answer) (\($0.meaning))" }
      return "\(question.text) Answer \(question.id) in a file for --answers with "
        + choices.joined(separator: " or ")
        + (options[question.id].map { ", or tell the unit with \($0)" } ?? "")
        + (Self.correction(question).map { ", or \($0)" } ?? "") + "."
    }
    let rest = strays.map { "Nothing asks for the answer to “\($0)”." }
    return (sentences + rest + [Self.form(questions)].compactMap(\.self)).joined(separator: " ")
  }
}
