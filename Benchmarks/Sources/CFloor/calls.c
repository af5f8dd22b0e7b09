#include "callrecord.h"
#include "floor.h"
#include "must.h"

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

void floor_calls(const char *path, const char *file, bool relaxed) {
  static char buffer[65536];
  size_t size;
  char *calls = contents(file, &size);
  MDB_env *env = opened(path, relaxed ? MDB_NOMETASYNC : 0);
  MDB_txn *txn = NULL;
  MDB_dbi tables[256];
  for (size_t at = 0; at < size;) {
    struct call call;
    memcpy(&call, calls + at, sizeof call);
    at += sizeof call;
    MDB_val key = {call.key, calls + at};
    MDB_val value = {call.value, buffer};
    at += call.key;
    switch (call.kind) {
    case CALL_BEGIN: must(mdb_txn_begin(env, NULL, 0, &txn), "mdb_txn_begin"); break;
    case CALL_COMMIT: must(mdb_txn_commit(txn), "mdb_txn_commit"); break;
    case CALL_ABORT: mdb_txn_abort(txn); break;
    case CALL_OPEN:
      must(mdb_dbi_open(txn, key.mv_data, call.flags, &tables[call.table]), "mdb_dbi_open");
      break;
    case CALL_PUT:
      expected(mdb_put(txn, tables[call.table], &key, &value, call.flags), "mdb_put");
      break;
    case CALL_GET: expected(mdb_get(txn, tables[call.table], &key, &value), "mdb_get"); break;
    case CALL_DEL: expected(mdb_del(txn, tables[call.table], &key, NULL), "mdb_del"); break;
    }
  }
  mdb_env_close(env);
  free(calls);
}
