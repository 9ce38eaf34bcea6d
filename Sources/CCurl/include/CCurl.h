/* libcurl, loaded when it is first needed.
 *
 * Linked in the usual way it brings some thirty libraries into every run of the program, also of
 * commands that never ask a server: milliseconds and megabytes. So it is opened by hand, and its
 * variadic calls, which Swift cannot make, get one function for each type of value.
 */
#ifndef MARKET_CCURL_H
#define MARKET_CCURL_H

#include <curl/curl.h>
#include <stddef.h>

/* Takes bytes of an answer; returns how many it took, and fewer than `size * count` to stop. */
typedef size_t (*ccurl_sink)(char *bytes, size_t size, size_t count, void *context);

/* Loads and initialises libcurl, once for the process; from any thread.
 * Returns NULL when it is ready, else what is wrong. All other functions need it. */
const char *ccurl_load(void);

/* A handle, or NULL when there is no memory; it belongs to one thread at a time. */
void *ccurl_make(void);
void ccurl_free(void *handle);

CURLcode ccurl_set_number(void *handle, CURLoption option, long value);
CURLcode ccurl_set_text(void *handle, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(void *handle, CURLoption option, void *value);
CURLcode ccurl_set_sink(void *handle, CURLoption option, ccurl_sink value);
CURLcode ccurl_perform(void *handle);
/* The same for an answer that may never end: without a timer it waits until something comes. It gives
 * CURLE_OPERATION_TIMEDOUT when nothing has come for `silence` milliseconds, and
 * CURLE_ABORTED_BY_CALLBACK when `end_descriptor` can be read. */
CURLcode ccurl_stream(void *handle, int end_descriptor, int silence);
/* The status of the last answer; 0 when there was none. */
long ccurl_status(void *handle);
const char *ccurl_explain(CURLcode code);

/* Appends a copy of `line`; returns the list, or NULL when there is no memory. */
struct curl_slist *ccurl_append(struct curl_slist *list, const char *line);
void ccurl_free_list(struct curl_slist *list);

#endif
