/* The directories of journals; what writer and reader share. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

#include "agent/journal/journal.h"
#include "base/uuid.h"

uint64_t journal_hash(str text)
{
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t i = 0; i < text.n; i++) h = (h ^ (unsigned char)text.p[i]) * 0x100000001b3u;
  return h;
}

str journal_uuid(struct arena *a)
{
  unsigned char b[UUID_BYTES] = {0};
  char text[UUID_SIZE];
  (void)!getrandom(b, sizeof b, 0);
  uuid_text(b, 4, text);
  return arena_str(a, str_of(text));
}

int64_t journal_number(str name)
{
  int64_t n = 0;
  size_t i = 0;
  for (; i < name.n && i < 15 && ascii_is_digit((unsigned char)name.p[i]); i++) n = n * 10 + (name.p[i] - '0');
  return i > 0 && i + 1 < name.n && name.p[i] == '-' && memchr(name.p, '/', name.n) == NULL ? n : -1;
}

static int by_number(const void *x, const void *y)
{
  const str a = value_text(*(const value *)x), b = value_text(*(const value *)y);
  const int64_t m = journal_number(a), n = journal_number(b);
  return m != n ? (m > n) - (m < n) : str_cmp(a, b);
}

bool journal_names(struct arena *a, const char *directory, struct valuevec *names)
{
  DIR *d = opendir(directory);
  const struct dirent *e;
  if (d == NULL) return errno == ENOENT;
  while ((e = readdir(d)) != NULL) {
    if (journal_number(str_of(e->d_name)) >= 0) valuevec_push(names, a, value_str(arena_str(a, str_of(e->d_name))));
  }
  closedir(d);
  if (names->n > 1) qsort(names->items, names->n, sizeof *names->items, by_number);
  return true;
}
