/// Rows of a plan whose values can hardly be so, by table.
struct ImportDoubts {
  private struct Doubt {
    let position: SourcePosition
    let words: String
    var count = 0
  }

  private static let answer = "keep"

  private var tables: [String: Doubt] = [:]

  /// Takes a row into account that is to be written.
  mutating func note(_ row: ImportRow) {
    guard let words = row.state.importDoubt else { return }
    tables[row.table, default: Doubt(position: row.position, words: words)].count += 1
  }

  /// A question for each table with such rows that has no answer.
  ///
  /// - Throws: `InterchangeError.unanswered` for an answer that is none.
  func questions(_ answers: [String: String]) throws(InterchangeError) -> [ImportQuestion] {
    var questions: [ImportQuestion] = []
    for (table, doubt) in tables.sorted(by: { $0.key < $1.key }) {
      let id = "\(table):unit"
      if let answer = answers[id] {
        if answer == Self.answer { continue }
        throw InterchangeError(
          .unanswered, "The answer to \(id) is “\(answer)”; answer “\(Self.answer)”.")
      }
      let (file, line) = (doubt.position.file, doubt.position.line)
      // Of a file of JSON only the number of the row tells where it stands.
      let place = line > 1 ? "\(file), line \(line)" : "\(file), record \(doubt.position.record)"
      let more = doubt.count == 1 ? "" : ", and \(doubt.count - 1) more rows have such values"
      questions.append(
        ImportQuestion(
          id: id,
          text:
            "\(place), \(doubt.words)\(more); was it written in another unit?",
          choices: [.init(answer: Self.answer, meaning: "it was not; the values are right")]))
    }
    return questions
  }
}
