#include "floor.h"
#include "must.h"

#include <string.h>

static void load(MDB_txn *txn, MDB_dbi from, MDB_dbi into) {
  MDB_cursor *cursor;
  MDB_val key, value;
  must(mdb_cursor_open(txn, from, &cursor), "mdb_cursor_open");
  while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0)
    must(mdb_put(txn, into, &key, &value, MDB_APPEND), "mdb_put");
  mdb_cursor_close(cursor);
}

// Moves the rows of `projection/a/table` to `projection/b/table`, or those of b to a.
static void swap(MDB_txn *txn, const char *name, char *slot) {
  MDB_dbi a, b;
  MDB_stat rows;
  must(mdb_dbi_open(txn, name, 0, &a), "mdb_dbi_open");
  *slot = 'b';
  must(mdb_dbi_open(txn, name, 0, &b), "mdb_dbi_open");
  must(mdb_stat(txn, a, &rows), "mdb_stat");
  MDB_dbi from = rows.ms_entries ? a : b;
  load(txn, from, rows.ms_entries ? b : a);
  must(mdb_drop(txn, from, 0), "mdb_drop");
}

static size_t walk(MDB_txn *txn, const char *name) {
  MDB_dbi table;
  MDB_cursor *cursor;
  MDB_val key, value;
  size_t size = 0;
  must(mdb_dbi_open(txn, name, 0, &table), "mdb_dbi_open");
  must(mdb_cursor_open(txn, table, &cursor), "mdb_cursor_open");
  while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0) size += value.mv_size;
  mdb_cursor_close(cursor);
  return size;
}

void floor_rebuild(const char *path, const char *projection) {
  char names[128][512];
  int count = 0;
  MDB_env *env = opened(path, 0);
  MDB_txn *txn;
  MDB_dbi all;
  MDB_cursor *cursor;
  MDB_val key, value;
  must(mdb_txn_begin(env, NULL, 0, &txn), "mdb_txn_begin");
  must(mdb_dbi_open(txn, NULL, 0, &all), "mdb_dbi_open");
  must(mdb_cursor_open(txn, all, &cursor), "mdb_cursor_open");
  while (count < 128 && mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0)
    snprintf(names[count++], 512, "%.*s", (int)key.mv_size, (const char *)key.mv_data);
  mdb_cursor_close(cursor);
  if (walk(txn, "entities") == 0) exit(1);
  for (int i = 0; i < count; i++) {
    char *slot = strstr(names[i], "/a/");
    if (slot && strncmp(names[i], projection, strlen(projection)) == 0) swap(txn, names[i], slot + 1);
  }
  must(mdb_txn_commit(txn), "mdb_txn_commit");
  mdb_env_close(env);
}
