/// Rows of a plan whose values can hardly be so, by table.
struct ImportDoubts {
  /// What is doubted.
  private enum Subject: String {
    /// Whether the unit is that of the values.
    case unit
    /// Which of two cells tells the time.
    case times

    var question: String {
      switch self {
      case .unit: "was it written in another unit?"
      case .times: "do start and end count?"
      }
    }

    /// What it means to keep the values.
    var meaning: String {
      switch self {
      case .unit: "it was not; the values are right"
      case .times: "they do"
      }
    }
  }

  private struct Place: Hashable {
    let table: String
    let subject: Subject

    /// Names the question.
    var id: String { "\(table):\(subject.rawValue)" }
  }

  private struct Doubt {
    let position: SourcePosition
    let words: String
    var count = 0
  }

  private static let answer = "keep"

  private var doubts: [Place: Doubt] = [:]

  /// Takes a row into account that is to be written.
  mutating func note(_ row: ImportRow) {
    note(row, .unit, row.state.importDoubt)
    note(row, .times, row.timeDoubt)
  }

  private mutating func note(_ row: ImportRow, _ subject: Subject, _ words: String?) {
    guard let words else { return }
    let place = Place(table: row.table, subject: subject)
    doubts[place, default: Doubt(position: row.position, words: words)].count += 1
  }

  /// A question for each table with such rows that has no answer.
  ///
  /// - Throws: `InterchangeError.unanswered` for an answer that is none.
  func questions(_ answers: [String: String]) throws(InterchangeError) -> [ImportQuestion] {
    var questions: [ImportQuestion] = []
    for (place, doubt) in doubts.sorted(by: { $0.key.id < $1.key.id }) {
      let id = place.id
      if let answer = answers[id] {
        if answer == Self.answer { continue }
        throw InterchangeError(
          .unanswered, "The answer to \(id) is “\(answer)”; answer “\(Self.answer)”.")
      }
      questions.append(Self.question(id, place.subject, doubt))
    }
    return questions
  }

  private static func question(
    _ id: String, _ subject: Subject, _ doubt: Doubt
  ) -> ImportQuestion {
    let (file, line) = (doubt.position.file, doubt.position.line)
    // Of a file of JSON only the number of the row tells where it stands.
    let place = line > 1 ? "\(file), line \(line)" : "\(file), record \(doubt.position.record)"
    let more =
      switch doubt.count {
      case 1: ""
      case 2: ", and another row has such values"
      case let count: ", and \(count - 1) more rows have such values"
      }
    return ImportQuestion(
      id: id, text: "\(place), \(doubt.words)\(more); \(subject.question)",
      choices: [.init(answer: answer, meaning: subject.meaning)])
  }
}
