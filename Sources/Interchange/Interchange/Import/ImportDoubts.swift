/// Rows of a plan that can hardly be so, or are here already, by table.
struct ImportDoubts {
  /// What is doubted.
  private enum Subject: String {
    /// Whether the unit is that of the values.
    case unit
    /// Which of two cells tells the time.
    case times
    /// Whether the rows are entries that are here already.
    case twins

    var question: String {
      switch self {
      case .unit: "was it written in another unit?"
      case .times: "do start and end count?"
      case .twins: "is it that entry?"
      }
    }

    /// What can be answered, and what each answer means.
    var choices: [ImportQuestion.Choice] {
      switch self {
      case .unit: [.init(answer: keep, meaning: "it was not; the values are right")]
      case .times: [.init(answer: keep, meaning: "they do")]
      case .twins:
        [
          .init(answer: same, meaning: "it is, and is not written down again"),
          .init(answer: keep, meaning: "it is another one, and is written down too"),
        ]
      }
    }

    /// Names the question of a table.
    func question(of table: String) -> String { "\(table):\(rawValue)" }
  }

  private struct Place: Hashable {
    let table: String
    let subject: Subject

    /// Names the question.
    var id: String { subject.question(of: table) }
  }

  private struct Doubt {
    let position: SourcePosition
    let words: String
    var count = 0
  }

  /// The answer to all questions that what the source tells is right.
  private static let keep = "keep"
  /// The answer that rows are the entries that are here already.
  private static let same = "same"

  private var doubts: [Place: Doubt] = [:]
  /// Amounts by table, and those that are too much for most of a table.
  private var amounts: [String: (all: Int, large: Doubt?)] = [:]

  /// Takes a row into account that is to be written.
  mutating func note(_ row: ImportRow) {
    note(row, .unit, row.state.importDoubt)
    note(row, .times, row.timeDoubt)
    guard row.state.importedAmount != nil else { return }
    var (all, large) = amounts[row.table] ?? (0, nil)
    all += 1
    if let words = row.state.importDoubtOfMost {
      large = large ?? Doubt(position: row.position, words: words)
      large?.count += 1
    }
    amounts[row.table] = (all, large)
  }

  /// Takes a row into account that is to be written and says what an entry says that is here.
  mutating func noteTwin(_ row: ImportRow) {
    note(row, .twins, "says what an entry says that is here already")
  }

  private mutating func note(_ row: ImportRow, _ subject: Subject, _ words: String?) {
    guard let words else { return }
    let place = Place(table: row.table, subject: subject)
    doubts[place, default: Doubt(position: row.position, words: words)].count += 1
  }

  /// Whether somebody has answered that the rows of a table are the entries that are here already.
  static func takesTwins(_ table: String, _ answers: [String: String]) -> Bool {
    answers[Subject.twins.question(of: table)] == same
  }

  /// A question for each table with such rows that has no answer.
  ///
  /// - Throws: `InterchangeError.unanswered` for an answer that is none.
  func questions(_ answers: [String: String]) throws(InterchangeError) -> [ImportQuestion] {
    var doubts = doubts
    for case (let table, (let all, let large?)) in amounts where large.count * 2 > all {
      let place = Place(table: table, subject: .unit)
      doubts[place] = doubts[place] ?? large
    }
    var questions: [ImportQuestion] = []
    for (place, doubt) in doubts.sorted(by: { $0.key.id < $1.key.id }) {
      let question = Self.question(place, doubt)
      if try !question.isAnswered(by: answers) { questions.append(question) }
    }
    return questions
  }

  private static func question(_ place: Place, _ doubt: Doubt) -> ImportQuestion {
    let (file, line) = (doubt.position.file, doubt.position.line)
    // Of a file of JSON only the number of the row tells where it stands.
    let row = line > 1 ? "\(file), line \(line)" : "\(file), record \(doubt.position.record)"
    let more =
      switch doubt.count {
      case 1: ""
      case 2: ", and another row is like it"
      case let count: ", and \(count - 1) more rows are like it"
      }
    return ImportQuestion(
      id: place.id, text: "\(row), \(doubt.words)\(more); \(place.subject.question)",
      choices: place.subject.choices)
  }
}
