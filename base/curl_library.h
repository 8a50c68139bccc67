/* libcurl, loaded when something is sent over HTTP and not before: it and what it needs itself would cost every other
 * command several MiB and most of its start. */
#ifndef FICELLE_BASE_CURL_LIBRARY_H
#define FICELLE_BASE_CURL_LIBRARY_H

#include <curl/curl.h>
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define CURL_FUNCTIONS(X)                                                                                              \
  X(curl_easy_cleanup) X(curl_easy_getinfo) X(curl_easy_init) X(curl_easy_perform) X(curl_easy_setopt)                 \
      X(curl_easy_strerror) X(curl_global_init) X(curl_slist_append) X(curl_slist_free_all)

struct curl_library {
#define X(name) __typeof__(name) *name;
  CURL_FUNCTIONS(X)
#undef X
};

/* Loaded once a process. NULL with a reason in *error (static text) when it is not installed. */
const struct curl_library *curl_library(const char **error);

#endif
