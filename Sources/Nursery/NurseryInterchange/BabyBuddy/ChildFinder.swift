internal import Interchange

/// Finds the children of rows with entries.
///
/// Most rows name the child of the row before, which is not looked for once more.
struct ChildFinder {
  /// A child that was found.
  struct Found {
    let key: String
    /// As `BabyBuddyPeople.isMisnamed`.
    let isMisnamed: Bool
  }

  let people: BabyBuddyPeople
  private var last: (cells: ChildCells, child: Found)?

  init(_ people: BabyBuddyPeople) { self.people = people }

  /// - Throws: as `BabyBuddyPeople.child`.
  mutating func child(of row: CSVFile.Row) throws(RowRefusal) -> Found {
    let cells = ChildCells(row)
    if let last, last.cells == cells { return last.child }
    let key = try people.child(cells)
    let found = Found(key: key, isMisnamed: people.isMisnamed(cells, key))
    last = (cells, found)
    return found
  }
}

/// What a row with an entry tells of its child.
struct ChildCells: Equatable {
  let id: String
  let given: String
  let family: String

  init(_ row: CSVFile.Row) {
    id = row["child_id"]
    given = row["child_first_name"]
    family = row["child_last_name"]
  }
}
