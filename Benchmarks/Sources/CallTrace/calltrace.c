// RTLD_NEXT is GNU's.
#define _GNU_SOURCE
#include "callrecord.h"

#include <dlfcn.h>
#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One process, one writer at a time: the transaction that is being written, and the record.
static MDB_txn *writing;
// Its cursors; LMDB closes those that are left when it ends.
static MDB_cursor *cursors[256];
static FILE *record;

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void note(
    uint8_t kind, MDB_dbi table, const void *key, size_t key_size, size_t value, unsigned flags) {
  if (!record) {
    const char *path = getenv("DAYBOOK_CALLS");
    record = fopen(path ? path : "/dev/null", "wb");
    if (!record) abort();
  }
  struct call call = {kind, (uint8_t)table, (uint16_t)key_size, (uint32_t)value, flags};
  fwrite(&call, sizeof call, 1, record);
  if (key_size) fwrite(key, key_size, 1, record);
  if (kind == CALL_COMMIT) fflush(record);
}

int mdb_txn_begin(MDB_env *env, MDB_txn *parent, unsigned flags, MDB_txn **txn) {
  int code = NEXT(mdb_txn_begin)(env, parent, flags, txn);
  if (code == 0 && !(flags & MDB_RDONLY)) {
    writing = *txn;
    memset(cursors, 0, sizeof cursors);
    note(CALL_BEGIN, 0, NULL, 0, 0, 0);
  }
  return code;
}

int mdb_txn_commit(MDB_txn *txn) {
  if (txn == writing) note(CALL_COMMIT, 0, NULL, 0, 0, 0);
  return NEXT(mdb_txn_commit)(txn);
}

void mdb_txn_abort(MDB_txn *txn) {
  if (txn == writing) note(CALL_ABORT, 0, NULL, 0, 0, 0);
  NEXT(mdb_txn_abort)(txn);
}

int mdb_dbi_open(MDB_txn *txn, const char *name, unsigned flags, MDB_dbi *table) {
  int code = NEXT(mdb_dbi_open)(txn, name, flags, table);
  // LMDB's own table has no name.
  if (code == 0 && txn == writing)
    note(CALL_OPEN, *table, name, name ? strlen(name) + 1 : 0, 0, flags);
  return code;
}

int mdb_put(MDB_txn *txn, MDB_dbi table, MDB_val *key, MDB_val *value, unsigned flags) {
  note(CALL_PUT, table, key->mv_data, key->mv_size, value->mv_size, flags);
  return NEXT(mdb_put)(txn, table, key, value, flags);
}

int mdb_get(MDB_txn *txn, MDB_dbi table, MDB_val *key, MDB_val *value) {
  if (txn == writing) note(CALL_GET, table, key->mv_data, key->mv_size, 0, 0);
  return NEXT(mdb_get)(txn, table, key, value);
}

int mdb_del(MDB_txn *txn, MDB_dbi table, MDB_val *key, MDB_val *value) {
  note(CALL_DEL, table, key->mv_data, key->mv_size, 0, 0);
  return NEXT(mdb_del)(txn, table, key, value);
}

// The number of a cursor of the transaction that is being written; -1 for any other.
static int number(const MDB_cursor *cursor) {
  for (int i = 0; i < 256; i++)
    if (cursors[i] == cursor) return i;
  return -1;
}

int mdb_cursor_open(MDB_txn *txn, MDB_dbi table, MDB_cursor **cursor) {
  int code = NEXT(mdb_cursor_open)(txn, table, cursor);
  if (code == 0 && txn == writing) {
    int place = number(NULL);
    if (place < 0) abort();
    cursors[place] = *cursor;
    note(CALL_CURSOR, (MDB_dbi)place, NULL, 0, 0, table);
  }
  return code;
}

int mdb_cursor_put(MDB_cursor *cursor, MDB_val *key, MDB_val *value, unsigned flags) {
  note(CALL_CURSOR_PUT, (MDB_dbi)number(cursor), key->mv_data, key->mv_size, value->mv_size, flags);
  return NEXT(mdb_cursor_put)(cursor, key, value, flags);
}

int mdb_cursor_get(MDB_cursor *cursor, MDB_val *key, MDB_val *value, MDB_cursor_op op) {
  int place = number(cursor);
  if (place >= 0) {
    int seeks = op == MDB_SET || op == MDB_SET_KEY || op == MDB_SET_RANGE;
    note(CALL_CURSOR_GET, (MDB_dbi)place, key->mv_data, seeks ? key->mv_size : 0, 0, op);
  }
  return NEXT(mdb_cursor_get)(cursor, key, value, op);
}

void mdb_cursor_close(MDB_cursor *cursor) {
  int place = number(cursor);
  if (place >= 0) {
    note(CALL_CURSOR_CLOSE, (MDB_dbi)place, NULL, 0, 0, 0);
    cursors[place] = NULL;
  }
  NEXT(mdb_cursor_close)(cursor);
}
