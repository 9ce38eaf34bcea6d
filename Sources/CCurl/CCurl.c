#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>

static struct {
  CURLcode (*global_init)(long);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_perform)(CURL *);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  const char *(*easy_strerror)(CURLcode);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *fault;

static void *find(void *handle, const char *name) {
  void *symbol = dlsym(handle, name);
  if (symbol == NULL && fault == NULL) fault = "libcurl lacks a function";
  return symbol;
}

static void load(void) {
  /* The flavours of one interface, as Debian names them. */
  void *handle = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (handle == NULL) handle = dlopen("libcurl-gnutls.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (handle == NULL) {
    fault = "libcurl.so.4 is not installed";
    return;
  }
  library.global_init = find(handle, "curl_global_init");
  library.easy_init = find(handle, "curl_easy_init");
  library.easy_cleanup = find(handle, "curl_easy_cleanup");
  library.easy_setopt = find(handle, "curl_easy_setopt");
  library.easy_perform = find(handle, "curl_easy_perform");
  library.easy_getinfo = find(handle, "curl_easy_getinfo");
  library.easy_strerror = find(handle, "curl_easy_strerror");
  library.slist_append = find(handle, "curl_slist_append");
  library.slist_free_all = find(handle, "curl_slist_free_all");
  if (fault == NULL && library.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    fault = "libcurl cannot start";
}

const char *ccurl_load(void) {
  pthread_once(&once, load);
  return fault;
}

void *ccurl_make(void) { return library.easy_init(); }

void ccurl_free(void *handle) { library.easy_cleanup(handle); }

CURLcode ccurl_set_number(void *handle, CURLoption option, long value) {
  return library.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_text(void *handle, CURLoption option, const char *value) {
  return library.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_pointer(void *handle, CURLoption option, void *value) {
  return library.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_sink(void *handle, CURLoption option, ccurl_sink value) {
  return library.easy_setopt(handle, option, value);
}

CURLcode ccurl_perform(void *handle) { return library.easy_perform(handle); }

long ccurl_status(void *handle) {
  long status = 0;
  return library.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

const char *ccurl_explain(CURLcode code) { return library.easy_strerror(code); }

struct curl_slist *ccurl_append(struct curl_slist *list, const char *line) {
  return library.slist_append(list, line);
}

void ccurl_free_list(struct curl_slist *list) { library.slist_free_all(list); }
