/* A missing library or function ends the process: callers that can work without one call library_is_there() first. */
#include "base/library.h"

#include "base/check.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool library_fill(void *handle, const struct library_name *names, size_t n, void *table)
{
  assert(handle != NULL && names != NULL && n > 0 && table != NULL);
  for (size_t i = 0; i < n; i++) {
    void *found = dlsym(handle, names[i].name); /* also searches the dependencies of the library */
    if (found == NULL) return false;
    memcpy((char *)table + names[i].offset, &found, sizeof found);
  }
  return true;
}

void library_load(const char *file, const struct library_name *names, size_t n, void *table)
{
  assert(file != NULL);
  void *const handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (handle != NULL && library_fill(handle, names, n, table)) return;
  fprintf(stderr, "ficelle: %s\n", dlerror());
  exit(EXIT_FAILURE);
}

bool library_is_there(const char *file) { return dlopen(file, RTLD_NOW | RTLD_LOCAL) != NULL; }
