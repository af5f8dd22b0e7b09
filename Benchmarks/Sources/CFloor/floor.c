#include "floor.h"

#include "must.h"

#include <lmdb.h>
#include <stdlib.h>
#include <string.h>

struct floor_store {
  MDB_env *env;
  MDB_dbi rows;
};

floor_store *floor_open(const char *path, const char *table) {
  floor_store *store = malloc(sizeof *store);
  MDB_txn *txn;
  store->env = opened(path, 0);
  must(mdb_txn_begin(store->env, NULL, 0, &txn), "mdb_txn_begin");
  must(mdb_dbi_open(txn, table, MDB_CREATE | MDB_INTEGERKEY, &store->rows), "mdb_dbi_open");
  must(mdb_txn_commit(txn), "mdb_txn_commit");
  return store;
}

void floor_close(floor_store *store) {
  mdb_env_close(store->env);
  free(store);
}

void floor_append(
    floor_store *store, uint64_t first, uint64_t count, uint64_t batch, const void *record,
    size_t size) {
  char buffer[4096];
  memcpy(buffer, record, size);
  for (uint64_t done = 0; done < count;) {
    MDB_txn *txn;
    must(mdb_txn_begin(store->env, NULL, 0, &txn), "mdb_txn_begin");
    for (uint64_t i = 0; i < batch && done < count; i++, done++) {
      uint64_t number = first + done;
      memcpy(buffer, &number, 8);
      MDB_val key = {8, &number};
      MDB_val value = {size, buffer};
      must(mdb_put(txn, store->rows, &key, &value, MDB_APPEND), "mdb_put");
    }
    must(mdb_txn_commit(txn), "mdb_txn_commit");
  }
}

uint64_t floor_scan(floor_store *store, uint64_t count) {
  MDB_txn *txn;
  MDB_cursor *cursor;
  MDB_val key, value;
  uint64_t sum = 0;
  must(mdb_txn_begin(store->env, NULL, MDB_RDONLY, &txn), "mdb_txn_begin");
  must(mdb_cursor_open(txn, store->rows, &cursor), "mdb_cursor_open");
  for (uint64_t i = 0; i < count; i++) {
    int code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT);
    if (code == MDB_NOTFOUND) code = mdb_cursor_get(cursor, &key, &value, MDB_FIRST);
    must(code, "mdb_cursor_get");
    const char *bytes = value.mv_data, *end = bytes + (value.mv_size & ~(size_t)7);
    for (; bytes != end; bytes += 8) {
      uint64_t word;
      memcpy(&word, bytes, 8);
      sum += word;
    }
  }
  mdb_cursor_close(cursor);
  mdb_txn_abort(txn);
  return sum;
}

uint64_t floor_get(floor_store *store, uint64_t count, uint64_t rows) {
  MDB_txn *txn;
  uint64_t sum = 0, random = 1;
  must(mdb_txn_begin(store->env, NULL, MDB_RDONLY, &txn), "mdb_txn_begin");
  for (uint64_t i = 0; i < count; i++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    uint64_t number = 1 + (random >> 33) % rows;
    MDB_val key = {8, &number};
    MDB_val value;
    must(mdb_get(txn, store->rows, &key, &value), "mdb_get");
    uint64_t word;
    memcpy(&word, value.mv_data, 8);
    sum += word;
  }
  mdb_txn_abort(txn);
  return sum;
}
