/* A missing library or function ends the process: callers that can work without one call library_is_there() first. */
#include "base/library.h"

#include "base/check.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool library_fill(void *handle, const char *names, void *table)
{
  assert(handle != NULL && names != NULL && *names != '\0' && table != NULL);
  for (void **to = table; *names != '\0'; names += strlen(names) + 1) {
    if ((*to++ = dlsym(handle, names)) == NULL) return false; /* also searches the dependencies of the library */
  }
  return true;
}

void library_load(const char *file, const char *names, void *table)
{
  assert(file != NULL);
  void *const handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (handle != NULL && library_fill(handle, names, table)) return;
  fprintf(stderr, "ficelle: %s\n", dlerror());
  exit(EXIT_FAILURE);
}

bool library_is_there(const char *file) { return dlopen(file, RTLD_NOW | RTLD_LOCAL) != NULL; }
