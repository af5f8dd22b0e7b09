// Ends the process when a call failed, and opens environments as the engine does.
#ifndef DAYBOOK_MUST_H
#define DAYBOOK_MUST_H

#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>

static inline void must(int code, const char *call) {
  if (code == 0) return;
  fprintf(stderr, "%s: %s\n", call, mdb_strerror(code));
  exit(1);
}

// Four GiB of map: valgrind refuses the usual 64.
static inline MDB_env *opened(const char *path, unsigned flags) {
  MDB_env *env;
  must(mdb_env_create(&env), "mdb_env_create");
  must(mdb_env_set_maxdbs(env, 128), "mdb_env_set_maxdbs");
  must(mdb_env_set_mapsize(env, (size_t)1 << 32), "mdb_env_set_mapsize");
  must(mdb_env_open(env, path, MDB_NOTLS | flags, 0644), "mdb_env_open");
  return env;
}

#endif
