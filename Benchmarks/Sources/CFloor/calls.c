#include "callrecord.h"
#include "floor.h"
#include "must.h"

#include <errno.h>
#include <string.h>

static char *contents(const char *file, size_t *size) {
  FILE *stream = fopen(file, "rb");
  if (!stream) must(2, file);
  fseek(stream, 0, SEEK_END);
  *size = (size_t)ftell(stream);
  rewind(stream);
  char *bytes = malloc(*size);
  if (fread(bytes, 1, *size, stream) != *size) must(5, file);
  fclose(stream);
  return bytes;
}

// What a put or a deletion may answer: the recorded program asked the same.
static void expected(int code, const char *call) {
  if (code != MDB_KEYEXIST && code != MDB_NOTFOUND) must(code, call);
}

struct replay {
  MDB_env *env;
  MDB_txn *txn;
  MDB_dbi tables[256];
  MDB_cursor *cursors[256];
  // The table of each cursor.
  MDB_dbi under[256];
  bool is_plain;
};

// A cursor that no plain put has placed stands nowhere, and looks at no row beside it.
static void moved(const struct replay *replay, int code) {
  if (!replay->is_plain || code != EINVAL) expected(code, "mdb_cursor_get");
}

static void with_cursor(struct replay *replay, const struct call *call, MDB_val *key, MDB_val *value) {
  MDB_cursor **cursor = &replay->cursors[call->table];
  MDB_dbi table = replay->under[call->table];
  switch (call->kind) {
  case CALL_CURSOR:
    replay->under[call->table] = replay->tables[call->flags];
    must(mdb_cursor_open(replay->txn, replay->tables[call->flags], cursor), "mdb_cursor_open");
    break;
  case CALL_CURSOR_PUT:
    if (replay->is_plain)
      expected(mdb_put(replay->txn, table, key, value, call->flags), "mdb_put");
    else
      expected(mdb_cursor_put(*cursor, key, value, call->flags), "mdb_cursor_put");
    break;
  case CALL_CURSOR_GET:
    if (replay->is_plain && call->flags == MDB_SET)
      expected(mdb_get(replay->txn, table, key, value), "mdb_get");
    else
      moved(replay, mdb_cursor_get(*cursor, key, value, call->flags));
    break;
  case CALL_CURSOR_CLOSE: mdb_cursor_close(*cursor); break;
  }
}

static void again(struct replay *replay, const struct call *call, MDB_val *key, MDB_val *value) {
  MDB_dbi *table = &replay->tables[call->table];
  switch (call->kind) {
  case CALL_BEGIN:
    must(mdb_txn_begin(replay->env, NULL, 0, &replay->txn), "mdb_txn_begin");
    break;
  case CALL_COMMIT: must(mdb_txn_commit(replay->txn), "mdb_txn_commit"); break;
  case CALL_ABORT: mdb_txn_abort(replay->txn); break;
  case CALL_OPEN:
    must(mdb_dbi_open(replay->txn, key->mv_size ? key->mv_data : NULL, call->flags, table), "mdb_dbi_open");
    break;
  case CALL_PUT:
    expected(mdb_put(replay->txn, *table, key, value, call->flags), "mdb_put");
    break;
  case CALL_GET: expected(mdb_get(replay->txn, *table, key, value), "mdb_get"); break;
  case CALL_DEL: expected(mdb_del(replay->txn, *table, key, NULL), "mdb_del"); break;
  default: with_cursor(replay, call, key, value);
  }
}

void floor_calls(const char *path, const char *file, bool is_relaxed, bool is_plain) {
  static char buffer[65536];
  size_t size;
  char *calls = contents(file, &size);
  struct replay replay = {.env = opened(path, is_relaxed ? MDB_NOMETASYNC : 0), .is_plain = is_plain};
  for (size_t at = 0; at < size;) {
    struct call call;
    memcpy(&call, calls + at, sizeof call);
    at += sizeof call;
    MDB_val key = {call.key, calls + at};
    MDB_val value = {call.value, buffer};
    at += call.key;
    again(&replay, &call, &key, &value);
  }
  mdb_env_close(replay.env);
  free(calls);
}
