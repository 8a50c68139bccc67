#include "agent/facts/facts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "agent/facts/facts_internal.h"
#include "base/arena.h"

bool facts__read(struct facts_host *h, const char *path, str *text)
{
  struct buf name = BUF_IN(h->arena), content = BUF_IN(h->arena);
  char part[8192];
  size_t n;
  buf_printf(&name, "%s%s", h->root, path);
  FILE *f = fopen(name.p, "re");
  if (!f)
    return false;
  while (content.n < (1u << 20) && (n = fread(part, 1, sizeof part, f)) > 0)
    buf_append(&content, part, n);
  bool ok = !ferror(f);
  fclose(f);
  *text = buf_view(&content);
  return ok;
}

str facts__read_line(struct facts_host *h, const char *path)
{
  str text;
  return facts__read(h, path, &text) ? str_trim(text) : STR_EMPTY;
}

bool facts__next_line(str *text, str *line)
{
  if (text->n == 0)
    return false;
  size_t end = str_index(*text, '\n', 0);
  *line = str_sub(*text, 0, end);
  *text = end == SIZE_MAX ? STR_EMPTY : str_from(*text, end + 1);
  return true;
}

str facts__next_word(str *line)
{
  size_t n = 0;
  while (line->n > 0 && ascii_is_space((unsigned char)line->p[0]))
    *line = str_from(*line, 1);
  while (n < line->n && !ascii_is_space((unsigned char)line->p[n]))
    n++;
  str word = str_sub(*line, 0, n);
  *line = str_from(*line, n);
  return word;
}

int64_t facts__number(str text)
{
  int64_t n = 0;
  for (size_t i = 0; i < text.n && ascii_is_digit((unsigned char)text.p[i]) && n < INT64_MAX / 10 - 1; i++)
    n = n * 10 + (text.p[i] - '0');
  return n;
}

str facts__human_bytes(struct arena *a, uint64_t bytes)
{
  static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024)
    return arena_printf(a, "%u bytes", (unsigned)bytes);
  double number = (double)bytes / 1024.0;
  size_t unit = 0;
  while (number >= 1024.0 && unit + 1 < sizeof units / sizeof units[0]) {
    number /= 1024.0;
    unit++;
  }
  number = round(number * 100.0) / 100.0;
  if (number >= 1024.0 && unit + 1 < sizeof units / sizeof units[0]) {
    number = 1.0;
    unit++;
  }
  return arena_printf(a, "%.2f %s", number, units[unit]);
}

str facts__percent(struct arena *a, uint64_t used, uint64_t total)
{
  if (used == total)
    return STR("100%");
  if (used == 0 || total == 0)
    return STR("0%");
  return arena_printf(a, "%.2f%%", (double)used / (double)total * 100.0);
}

void facts__versions(struct facts_host *h)
{
  fact_put_strz(h->arena, h->facts, "facterversion", FACTS_FACTER_VERSION);
  fact_put_strz(h->arena, h->facts, "ficelleversion", FICELLE_VERSION);
}

struct fact *facts_collect(struct arena *a, const struct facts_options *options, unsigned *problems)
{
  static facts_fn *const collectors[] = {
      facts__os,       facts__kernel,      facts__networking,  facts__memory,      facts__processors,
      facts__load,     facts__uptime,      facts__filesystems, facts__mountpoints, facts__disks,
      facts__identity, facts__environment, facts__virtual,     facts__fips,        facts__versions,
  };
  struct facts_host h = {a, options->root ? options->root : "", fact_new(a, FACT_HASH)};
  unsigned bad = 0;
  for (size_t i = 0; i < sizeof collectors / sizeof collectors[0]; i++)
    collectors[i](&h);
  for (const char *const *dir = options->external_dirs; dir && *dir; dir++)
    bad += facts__external(&h, *dir);
  if (problems)
    *problems = bad;
  fact_sort(h.facts);
  return h.facts;
}

struct fact *facts_networking(struct arena *a)
{
  struct facts_host h = {a, "", fact_new(a, FACT_HASH)};
  facts__networking(&h);
  return h.facts;
}
