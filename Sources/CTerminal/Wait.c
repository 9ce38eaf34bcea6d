/* ppoll is GNU's on Linux, and Swift's Glibc does not see it. */
#define _GNU_SOURCE
#include "CTerminal.h"

#include <poll.h>
#include <time.h>

int cterminal_wait(struct pollfd *descriptors, size_t count, long long nanoseconds) {
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return ppoll(descriptors, count, nanoseconds < 0 ? NULL : &time, NULL);
}
