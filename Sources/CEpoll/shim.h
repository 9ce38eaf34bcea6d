/* Linux calls that Swift's Glibc module does not carry. */
#ifndef MARKET_CEPOLL_SHIM_H
#define MARKET_CEPOLL_SHIM_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>

/* Glibc's module is built without _GNU_SOURCE, which hides accept4. */
int accept4(int, struct sockaddr *, socklen_t *, int);

#endif
