#include "floor.h"
#include "must.h"

#include <string.h>

struct floor_points {
  MDB_env *env;
  MDB_dbi table;
  MDB_txn *txn;
  MDB_val *keys;
  size_t count;
};

floor_points *floor_points_open(const char *path, const char *table) {
  floor_points *points = calloc(1, sizeof *points);
  MDB_cursor *cursor;
  MDB_stat rows;
  MDB_val key, value;
  points->env = opened(path, 0);
  must(mdb_txn_begin(points->env, NULL, MDB_RDONLY, &points->txn), "mdb_txn_begin");
  must(mdb_dbi_open(points->txn, table, 0, &points->table), "mdb_dbi_open");
  must(mdb_stat(points->txn, points->table, &rows), "mdb_stat");
  points->keys = calloc(rows.ms_entries + 1, sizeof *points->keys);
  must(mdb_cursor_open(points->txn, points->table, &cursor), "mdb_cursor_open");
  while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0) {
    MDB_val *copy = &points->keys[points->count++];
    *copy = (MDB_val){key.mv_size, malloc(key.mv_size)};
    memcpy(copy->mv_data, key.mv_data, key.mv_size);
  }
  mdb_cursor_close(cursor);
  // A table that was opened in a read transaction outlives it by its commit alone.
  must(mdb_txn_commit(points->txn), "mdb_txn_commit");
  must(mdb_txn_begin(points->env, NULL, MDB_RDONLY, &points->txn), "mdb_txn_begin");
  mdb_txn_reset(points->txn);
  if (points->count == 0) must(MDB_NOTFOUND, table);
  return points;
}

uint64_t floor_points_get(floor_points *points, uint64_t count) {
  uint64_t sum = 0, random = 1;
  for (uint64_t i = 0; i < count; i++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    MDB_val value;
    must(mdb_txn_renew(points->txn), "mdb_txn_renew");
    MDB_val *key = &points->keys[(random >> 33) % points->count];
    must(mdb_get(points->txn, points->table, key, &value), "mdb_get");
    const unsigned char *bytes = value.mv_data;
    for (size_t byte = 0; byte < value.mv_size; byte++) sum += bytes[byte];
    mdb_txn_reset(points->txn);
  }
  return sum;
}

void floor_points_close(floor_points *points) {
  for (size_t i = 0; i < points->count; i++) free(points->keys[i].mv_data);
  mdb_txn_abort(points->txn);
  mdb_env_close(points->env);
  free(points->keys);
  free(points);
}
