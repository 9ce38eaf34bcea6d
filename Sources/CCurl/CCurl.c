#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

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
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *);
  CURLMcode (*multi_add_handle)(CURLM *, CURL *);
  CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
  CURLMcode (*multi_perform)(CURLM *, int *);
  CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd[], unsigned, int, int *);
  CURLMsg *(*multi_info_read)(CURLM *, int *);
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
  library.multi_init = find(handle, "curl_multi_init");
  library.multi_cleanup = find(handle, "curl_multi_cleanup");
  library.multi_add_handle = find(handle, "curl_multi_add_handle");
  library.multi_remove_handle = find(handle, "curl_multi_remove_handle");
  library.multi_perform = find(handle, "curl_multi_perform");
  library.multi_poll = find(handle, "curl_multi_poll");
  library.multi_info_read = find(handle, "curl_multi_info_read");
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

static long long milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static CURLcode run(CURLM *multi, int end_descriptor, int silence) {
  long long heard = milliseconds();
  while (1) {
    int running = 0;
    if (library.multi_perform(multi, &running) != CURLM_OK) return CURLE_FAILED_INIT;
    if (running == 0) {
      int left;
      CURLMsg *message = library.multi_info_read(multi, &left);
      return message == NULL ? CURLE_FAILED_INIT : message->data.result;
    }
    struct curl_waitfd end = {.fd = end_descriptor, .events = CURL_WAIT_POLLIN};
    long long wait = heard + silence - milliseconds();
    if (wait <= 0) return CURLE_OPERATION_TIMEDOUT;
    int ready = 0;
    if (library.multi_poll(multi, &end, 1, (int)wait, &ready) != CURLM_OK) return CURLE_FAILED_INIT;
    if (end.revents != 0) return CURLE_ABORTED_BY_CALLBACK;
    if (ready > 0) heard = milliseconds();
  }
}

CURLcode ccurl_stream(void *handle, int end_descriptor, int silence) {
  CURLM *multi = library.multi_init();
  if (multi == NULL) return CURLE_OUT_OF_MEMORY;
  CURLcode code = CURLE_FAILED_INIT;
  if (library.multi_add_handle(multi, handle) == CURLM_OK) {
    code = run(multi, end_descriptor, silence);
    library.multi_remove_handle(multi, handle);
  }
  library.multi_cleanup(multi);
  return code;
}

long ccurl_status(void *handle) {
  long status = 0;
  return library.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

const char *ccurl_explain(CURLcode code) { return library.easy_strerror(code); }

struct curl_slist *ccurl_append(struct curl_slist *list, const char *line) {
  return library.slist_append(list, line);
}

void ccurl_free_list(struct curl_slist *list) { library.slist_free_all(list); }
