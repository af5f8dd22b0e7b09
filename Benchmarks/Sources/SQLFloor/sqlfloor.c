#include "sqlfloor.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct prepared {
  sqlite3_stmt *statement;
  const char *sql;
  size_t size;
};

struct sql_floor {
  sqlite3 *db;
  char *calls;
  size_t size, at;
  // Every statement once, and where the recorded numbers stand now.
  struct prepared prepared[256];
  int count;
  struct prepared *places[65536];
  pthread_mutex_t mutex;
};

static void must(bool ok, sqlite3 *db, const char *what) {
  if (ok) return;
  fprintf(stderr, "%s: %s\n", what, db ? sqlite3_errmsg(db) : "failed");
  exit(1);
}

static struct prepared *prepare(sql_floor *floor, const char *sql, size_t size) {
  for (int i = 0; i < floor->count; i++) {
    struct prepared *known = &floor->prepared[i];
    if (known->size == size && memcmp(known->sql, sql, size) == 0) return known;
  }
  must(floor->count < 256, NULL, "too many statements");
  struct prepared *new = &floor->prepared[floor->count++];
  *new = (struct prepared){NULL, sql, size};
  int code = sqlite3_prepare_v3(
      floor->db, sql, (int)size, SQLITE_PREPARE_PERSISTENT, &new->statement, NULL);
  must(code == SQLITE_OK, floor->db, "sqlite3_prepare_v3");
  return new;
}

// Does the next call and returns the statement it was for.
static struct prepared *next(sql_floor *floor, uint8_t *kind) {
  struct sql_call call;
  memcpy(&call, floor->calls + floor->at, sizeof call);
  const char *bytes = floor->calls + floor->at + sizeof call;
  floor->at += sizeof call + call.size;
  *kind = call.kind;
  if (call.kind == SQL_PREPARE)
    return floor->places[call.statement] = prepare(floor, bytes, call.size);
  sqlite3_stmt *statement = floor->places[call.statement]->statement;
  int code = SQLITE_OK;
  sqlite3_int64 integer;
  double number;
  switch (call.kind) {
  case SQL_INT:
    memcpy(&integer, bytes, sizeof integer);
    code = sqlite3_bind_int64(statement, call.index, integer);
    break;
  case SQL_DOUBLE:
    memcpy(&number, bytes, sizeof number);
    code = sqlite3_bind_double(statement, call.index, number);
    break;
  case SQL_TEXT:
    code = sqlite3_bind_text(statement, call.index, bytes, (int)call.size, SQLITE_STATIC);
    break;
  case SQL_BLOB:
    code = sqlite3_bind_blob(statement, call.index, bytes, (int)call.size, SQLITE_STATIC);
    break;
  case SQL_NULL: code = sqlite3_bind_null(statement, call.index); break;
  case SQL_STEP: code = sqlite3_step(statement); break;
  case SQL_RESET: code = sqlite3_reset(statement); break;
  }
  must(code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE, floor->db, "replay");
  return floor->places[call.statement];
}

static bool begins(const struct prepared *prepared, const char *word) {
  return prepared->size >= strlen(word) && memcmp(prepared->sql, word, strlen(word)) == 0;
}

sql_floor *sql_floor_open(const char *path, const char *file) {
  sql_floor *floor = calloc(1, sizeof *floor);
  char name[4096];
  uint8_t kind;
  FILE *stream = fopen(file, "rb");
  must(stream != NULL, NULL, file);
  fseek(stream, 0, SEEK_END);
  floor->size = (size_t)ftell(stream);
  rewind(stream);
  floor->calls = malloc(floor->size);
  must(fread(floor->calls, 1, floor->size, stream) == floor->size, NULL, file);
  fclose(stream);
  pthread_mutex_init(&floor->mutex, NULL);
  snprintf(name, sizeof name, "%s/data.sqlite", path);
  must(sqlite3_open(name, &floor->db) == SQLITE_OK, floor->db, name);
  while (floor->at < floor->size && !begins(next(floor, &kind), SQL_MARK)) {}
  return floor;
}

void sql_floor_close(sql_floor *floor) {
  for (int i = 0; i < floor->count; i++) sqlite3_finalize(floor->prepared[i].statement);
  sqlite3_close(floor->db);
  free(floor->calls);
  free(floor);
}

void sql_floor_run(sql_floor *floor) {
  uint8_t kind;
  while (floor->at < floor->size) next(floor, &kind);
}

bool sql_floor_transaction(sql_floor *floor) {
  uint8_t kind;
  while (floor->at < floor->size) {
    struct prepared *prepared = next(floor, &kind);
    if (kind == SQL_STEP && begins(prepared, "COMMIT")) return true;
  }
  return false;
}

static void *caller(void *argument) {
  sql_floor *floor = argument;
  for (bool more = true; more;) {
    pthread_mutex_lock(&floor->mutex);
    more = sql_floor_transaction(floor);
    pthread_mutex_unlock(&floor->mutex);
  }
  return NULL;
}

void sql_floor_callers(sql_floor *floor, int threads) {
  pthread_t all[64];
  for (int i = 0; i < threads; i++) pthread_create(&all[i], NULL, caller, floor);
  for (int i = 0; i < threads; i++) pthread_join(all[i], NULL);
}
