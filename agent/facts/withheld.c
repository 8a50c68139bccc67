/* Facts that facter.conf or the command line blocks, and the cache of slow facts. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "agent/facts/facts_internal.h"
#include "base/arena.h"
#include "base/file.h"
#include "base/log.h"

/* Whether `name` is the entry or a name below it. */
static bool covers(const char *entry, const char *name)
{
  size_t n = strlen(entry);
  return strncmp(entry, name, n) == 0 && (name[n] == '\0' || name[n] == '.');
}

bool facts__blocked(const struct facts_options *o, const char *name)
{
  for (const char *const *b = o->blocked; b && *b; b++)
    if (covers(*b, name)) return true;
  return false;
}

/* Removes the value at a path, and the hashes that become empty. */
static void take_path(struct fact *hash, str path)
{
  size_t dot = str_index(path, '.', 0);
  str key = str_sub(path, 0, dot);
  struct fact *f = fact_entry(hash, key);
  if (f && dot != SIZE_MAX && f->kind == FACT_HASH) {
    take_path(f, str_from(path, dot + 1));
    if (!f->first) fact_remove(hash, key);
  } else if (f && dot == SIZE_MAX) {
    fact_remove(hash, key);
  }
}

void facts__take_blocked(const struct facts_options *o, struct fact *core, struct fact *legacy)
{
  for (const char *const *b = o->blocked; b && *b; b++) {
    size_t at = 0;
    take_path(core, str_of(*b));
    fact_remove(legacy, str_of(*b));
    for (const char *name; (name = facts__legacy_of(*b, &at));) fact_remove(legacy, str_of(name));
    if (strcmp(*b, "legacy") == 0) {
      legacy->first = legacy->last = NULL;
      legacy->index = NULL;
      legacy->count = 0;
    }
  }
}

int64_t facts__ttl(const struct facts_options *o, const char *name)
{
  for (size_t i = 0; i < o->ttl_count; i++)
    if (strcmp(o->ttls[i].name, name) == 0) return o->ttls[i].seconds;
  return -1;
}

static const char *cache_file(struct arena *a, const struct facts_options *o, const char *name)
{
  return strchr(name, '/') ? NULL : arena_printf(a, "%s/%s", o->cache_dir, name).p;
}

struct fact *facts__cached(struct arena *a, const struct facts_options *o, const char *name)
{
  int64_t ttl = facts__ttl(o, name);
  const char *path = ttl < 0 ? NULL : cache_file(a, o, name), *wrong = NULL;
  struct stat st;
  struct fact *kept = NULL;
  struct buf text = BUF_IN(a);
  if (!path || stat(path, &st) != 0) return NULL;
  if (st.st_mtime + ttl > time(NULL) && file_read(path, FACTS_FILE_LIMIT, &text) == 0)
    kept = fact_read_json(a, buf_view(&text), &wrong);
  if (!kept || kept->kind != FACT_HASH) {
    log_debug(&log_facts_cache, "%s facts cache file expired, missing or is corrupt", name);
    return NULL;
  }
  log_debug(&log_facts_cache, "loading cached values for %s facts", name);
  fact_remove(kept, STR("cache_format_version"));
  return kept;
}

static bool make_directories(char *path)
{
  for (char *p = path + 1; *p; p++) {
    if (*p != '/') continue;
    *p = '\0';
    bool made = mkdir(path, 0755) == 0 || errno == EEXIST;
    *p = '/';
    if (!made) return false;
  }
  return true;
}

/* Writes a temporary file and renames it, so that no process reads an incomplete file. */
static bool write_whole(struct arena *a, const char *path, const struct buf *text)
{
  char *fresh = (char *)arena_printf(a, "%s.%ld", path, (long)getpid()).p;
  if (!make_directories(fresh)) return false;
  FILE *f = fopen(fresh, "we");
  if (!f) return false;
  bool ok = fwrite(text->p, 1, text->n, f) == text->n;
  ok = fclose(f) == 0 && ok;
  if (ok && rename(fresh, path) == 0) return true;
  int error = errno;
  unlink(fresh);
  errno = error;
  return false;
}

void facts__keep(struct arena *a, const struct facts_options *o, const char *name, const struct fact *facts)
{
  const char *path = facts__ttl(o, name) < 0 ? NULL : cache_file(a, o, name);
  struct fact *all = fact_new(a, FACT_HASH);
  struct buf text = BUF_IN(a);
  if (!path) return;
  for (const struct fact *f = facts->first; f; f = f->next) fact_copy(a, all, f->key, f);
  fact_put_int(a, all, "cache_format_version", 1);
  fact_print_json(all, true, &text);
  log_debug(&log_facts_cache, "caching values for %s facts", name);
  if (!write_whole(a, path, &text))
    log_warning(&log_facts_cache, "Could not write cache: %s: %s", path, strerror(errno));
}
