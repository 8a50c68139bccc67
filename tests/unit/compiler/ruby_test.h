/* The plug-in that was built with the tests. */
#ifndef FICELLE_TESTS_RUBY_TEST_H
#define FICELLE_TESTS_RUBY_TEST_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/ruby/ruby.h"

static inline void ruby_find_plugin(void)
{
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 64);
  assert_true(length > 0);
  path[length] = '\0';
  strcpy(strstr(path, "/tests/unit/"), "/ficelle-ruby.so");
  if (!ruby_installed()) setenv("FICELLE_RUBY", path, 0);
}

#endif
