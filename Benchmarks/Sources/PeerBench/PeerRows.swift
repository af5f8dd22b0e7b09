import Foundation
import GRDB

/// A row of the log.
struct EventRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "events"
  var position: Int64
  var type: String
  var save: Int64
  var time: Double
  var entity: Data
  var payload: Data
}

/// The folded state of a feed, a diaper change or a baby.
struct EntityRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "entities"
  var id: Data
  var kind: Int
  var created: Int64
  var modified: Int64
  var state: Data
}

/// A row of the history, in order of day and time.
struct EntryRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "entries"
  var day: Int
  var date: Double
  var created: Int64
  var id: Data
  var row: Data
  var memo: String?
}

/// The totals of a day and a baby.
struct TotalsRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "totals"
  var day: Int
  var baby: Data
  var feeds: Int64 = 0
  var amounts: Int64 = 0
  var nanolitres: Int64 = 0
  var diapers: Int64 = 0
  var wet: Int64 = 0
  var solid: Int64 = 0
}

/// A row of one of the lists of last feeds (0), last amounts (1), last diapers (2), running (3).
struct LastRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "lasts"
  var list: Int
  var baby: Data
  var start: Double
  var end: Double
  var created: Int64
  var id: Data
  var amount: Double?
  var unit: String?
}

enum PeerSchema {
  static let sql = """
    CREATE TABLE events(position INTEGER PRIMARY KEY, type TEXT NOT NULL, save INTEGER NOT NULL,
      time REAL NOT NULL, entity BLOB NOT NULL, payload BLOB NOT NULL);
    CREATE INDEX eventsByEntity ON events(entity);
    CREATE INDEX eventsByType ON events(type);
    CREATE INDEX eventsBySave ON events(save);
    CREATE TABLE entities(id BLOB PRIMARY KEY, kind INTEGER NOT NULL, created INTEGER NOT NULL,
      modified INTEGER NOT NULL, state BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE entries(day INTEGER, date REAL, created INTEGER, id BLOB, row BLOB NOT NULL,
      memo TEXT, PRIMARY KEY(day, date, created, id)) WITHOUT ROWID;
    CREATE TABLE totals(day INTEGER, baby BLOB, feeds INTEGER NOT NULL, amounts INTEGER NOT NULL,
      nanolitres INTEGER NOT NULL, diapers INTEGER NOT NULL, wet INTEGER NOT NULL,
      solid INTEGER NOT NULL, PRIMARY KEY(day, baby)) WITHOUT ROWID;
    CREATE TABLE lasts(list INTEGER, baby BLOB, start REAL, end REAL, created INTEGER, id BLOB,
      amount REAL, unit TEXT, PRIMARY KEY(list, baby, start, end, created, id)) WITHOUT ROWID;
    """
}
