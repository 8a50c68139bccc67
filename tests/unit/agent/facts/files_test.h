/* Files below a root, for tests of facts. */
#ifndef FICELLE_TESTS_FILES_TEST_H
#define FICELLE_TESTS_FILES_TEST_H

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Writes the file at `path`, which begins below `root`, and makes its directories. */
static inline void files_put(const char *root, char *path, const char *bytes, size_t n)
{
  for (char *p = path + strlen(root) + 1; *p; p++) {
    if (*p == '/') {
      *p = '\0';
      mkdir(path, 0700);
      *p = '/';
    }
  }
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_int_equal(fwrite(bytes, 1, n, f), n);
  fclose(f);
}

#endif
