/* What is only known by asking programs of the system. */
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/facts/external.h"
#include "base/arena.h"
#include "base/file.h"

enum { PROGRAM_LIMIT_MS = 10000 };

str facts__ask(struct facts_host *h, const char *const *paths, const char *argument)
{
  str out = STR_EMPTY, errors = STR_EMPTY;
  if (h->root[0] != '\0') return STR_EMPTY;
  while (*paths && access(*paths, X_OK) != 0) paths++;
  if (!*paths || facts__external_run(h->arena, *paths, argument, PROGRAM_LIMIT_MS, &out, &errors))
    return STR_EMPTY;
  return out.n > 0 ? out : errors;
}

/* What `--version` printed, kept in the cache's directory for as long as the program's file stays the same: starting
 * augparse takes as long as the rest of a run that has nothing to do. A cache that cannot be written is no error. */
static str ask_version(struct facts_host *h, const char *program)
{
  const char *paths[] = {program, NULL};
  struct stat st;
  struct buf kept = BUF_IN(h->arena);
  str why;
  if (h->root[0] != '\0' || stat(program, &st) != 0) return STR_EMPTY;
  if (h->cache_dir == NULL) return facts__ask(h, paths, "--version");
  const str key = arena_printf(h->arena, "%s %ju %ju %jd %jd.%09ld\n", program, (uintmax_t)st.st_dev, (uintmax_t)st.st_ino,
                               (intmax_t)st.st_size, (intmax_t)st.st_ctim.tv_sec, st.st_ctim.tv_nsec);
  const char *file = arena_printf(h->arena, "%s/.%s", h->cache_dir, strrchr(program, '/') + 1).p;
  if (file_read(file, 4096, &kept) == 0 && str_starts(buf_view(&kept), key)) return str_from(buf_view(&kept), key.n);
  const str version = facts__ask(h, paths, "--version");
  file_replace(h->arena, str_of(file), arena_printf(h->arena, "%.*s%.*s", STR_FMT(key), STR_FMT(version)), 0644, &why);
  return version;
}

/* "augparse 1.14.0 <http://augeas.net/>". */
void facts__augeas(struct facts_host *h)
{
  static const char *const paths[] = {"/usr/bin/augparse", "/opt/puppetlabs/puppet/bin/augparse", NULL};
  const char *const *path = paths;
  while (*path && access(*path, X_OK) != 0) path++;
  if (!*path) return;
  str text = ask_version(h, *path);
  if (!str_eqz(facts__next_word(&text), "augparse")) return;
  str version = facts__next_word(&text);
  if (version.n > 0)
    fact_put_str(h->arena, fact_put(h->arena, h->facts, "augeas", FACT_HASH), "version", version);
}
