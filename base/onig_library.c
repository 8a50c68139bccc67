#include "base/onig_library.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  size_t offset;
} names[] = {
#define X(name) {#name, offsetof(struct onig_library, name)},
    ONIG_NAMES(X)
#undef X
};

static void load(struct onig_library *library)
{
  void *const handle = dlopen("libonig.so.5", RTLD_NOW | RTLD_LOCAL);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    void *found = handle != NULL ? dlsym(handle, names[i].name) : NULL;
    if (found == NULL) {
      fprintf(stderr, "ficelle: %s\n", dlerror());
      exit(EXIT_FAILURE);
    }
    memcpy((char *)library + names[i].offset, &found, sizeof found);
  }
}

const struct onig_library *onig_library(void)
{
  static struct onig_library library;
  if (library.onig_new == NULL) load(&library);
  return &library;
}
