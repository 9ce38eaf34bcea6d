/* Actions of posix_spawn that Swift's Glibc module does not carry. */
#ifndef MARKET_CSPAWN_SHIM_H
#define MARKET_CSPAWN_SHIM_H

#include <spawn.h>

/* Glibc's module is built without _GNU_SOURCE, which hides these. */
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

#endif
