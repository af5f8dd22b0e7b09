// What glibc 2.34 has, and its Swift module leaves out.
#ifndef CSPAWN_H
#define CSPAWN_H

#ifndef __APPLE__
#include <spawn.h>

extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
#endif

#endif
