// The engine's own checksum: what is compared is everything else.
#include "../../../Sources/Engine/CDaybook/include/CDaybook.h"
#include "floor.h"
#include "must.h"

uint64_t floor_check(const char *path, const char *table) {
  MDB_env *env = opened(path, 0);
  MDB_txn *txn;
  MDB_dbi rows;
  MDB_cursor *cursor;
  MDB_val key, value;
  uint64_t sound = 0;
  must(mdb_txn_begin(env, NULL, MDB_RDONLY, &txn), "mdb_txn_begin");
  must(mdb_dbi_open(txn, table, MDB_INTEGERKEY, &rows), "mdb_dbi_open");
  must(mdb_cursor_open(txn, rows, &cursor), "mdb_cursor_open");
  while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0) {
    uint64_t number;
    uint32_t sum;
    memcpy(&number, key.mv_data, 8);
    memcpy(&sum, value.mv_data, 4);
    sound += sum == daybook_crc32c_record(
        number, (const uint8_t *)value.mv_data + 4, value.mv_size - 4);
  }
  mdb_cursor_close(cursor);
  mdb_txn_abort(txn);
  mdb_env_close(env);
  return sound;
}
