/* The file of derived data (base/derived.h): any bytes. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/derived.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static char path[64];
  if (path[0] == '\0') snprintf(path, sizeof path, "/tmp/ficelle-fuzz-derived.%ld", (long)getpid());
  str found;
  const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0600);
  if (fd < 0 || write(fd, data, size) != (ssize_t)size) abort();
  close(fd);
  derived_open(path, "ruby 3.1");
  derived_find("/bin/sh", &found);
  unlink(path);
  return 0;
}
