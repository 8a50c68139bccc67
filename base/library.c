/* A missing library or function ends the process: callers that can work without one call library_is_there() first. */
#include "base/library.h"

#include "base/check.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void library_load(const char *file, const struct library_name *names, size_t n, void *table)
{
  assert(file != NULL && names != NULL && n > 0 && table != NULL);
  void *const handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  for (size_t i = 0; i < n; i++) {
    void *found = handle != NULL ? dlsym(handle, names[i].name) : NULL;
    if (found == NULL) {
      fprintf(stderr, "ficelle: %s\n", dlerror());
      exit(EXIT_FAILURE);
    }
    memcpy((char *)table + names[i].offset, &found, sizeof found);
  }
}

bool library_is_there(const char *file) { return dlopen(file, RTLD_NOW | RTLD_LOCAL) != NULL; }
