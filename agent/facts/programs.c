/* Facts that are found by running programs of the system. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/facts/external.h"
#include "agent/providers/augeas/library.h"
#include "base/arena.h"
#include "base/file.h"

enum { PROGRAM_LIMIT_MS = 10000 };

str facts__ask(struct facts_host *h, const char *const *paths, const char *argument)
{
  str out = STR_EMPTY, errors = STR_EMPTY;
  if (h->root[0] != '\0') return STR_EMPTY;
  while (*paths && access(*paths, X_OK) != 0) paths++;
  if (!*paths || facts__external_run(h->arena, *paths, argument, PROGRAM_LIMIT_MS, &out, &errors)) return STR_EMPTY;
  return out.n > 0 ? out : errors;
}

typedef str ask_fn(struct facts_host *h, const char *file);

/* The version that a program or library reports. It is cached until the file changes, since starting augparse or
 * loading libaugeas takes as long as the rest of a run without changes. Errors of the cache are ignored. */
static str ask_version(struct facts_host *h, const char *program, ask_fn *ask)
{
  struct stat st;
  struct buf kept = BUF_IN(h->arena);
  str why;
  if (h->root[0] != '\0' || stat(program, &st) != 0) return STR_EMPTY;
  if (h->cache_dir == NULL) return ask(h, program);
  const str key = arena_printf(h->arena, "%s %ju %ju %jd %jd.%09ld\n", program, (uintmax_t)st.st_dev,
                               (uintmax_t)st.st_ino, (intmax_t)st.st_size, (intmax_t)st.st_ctim.tv_sec,
                               st.st_ctim.tv_nsec);
  const char *file = arena_printf(h->arena, "%s/.%s", h->cache_dir, strrchr(program, '/') + 1).p;
  if (file_read(file, 4096, &kept) == 0 && str_starts(buf_view(&kept), key)) return str_from(buf_view(&kept), key.n);
  const str version = ask(h, program);
  file_replace(h->arena, str_of(file), arena_printf(h->arena, "%.*s%.*s", STR_FMT(key), STR_FMT(version)), 0644, &why);
  return version;
}

static str ask_program(struct facts_host *h, const char *program)
{
  const char *const paths[] = {program, NULL};
  return facts__ask(h, paths, "--version");
}

/* In the form of augparse's output. */
static str ask_augeas(struct facts_host *h, const char *file)
{
  (void)file;
  if (!augeas_library_there()) return STR_EMPTY;
  const struct augeas_library *library = augeas_library();
  augeas *aug = library->aug_init("/", NULL, AUG_NO_LOAD | AUG_NO_MODL_AUTOLOAD);
  const char *text = NULL;
  str version = STR_EMPTY;
  if (aug != NULL && library->aug_get(aug, "/augeas/version", &text) == 1 && text != NULL) {
    version = arena_printf(h->arena, "augparse %s\n", text);
  }
  if (aug != NULL) library->aug_close(aug);
  return version;
}

static const char *first_there(const char *const *paths, int how)
{
  while (*paths != NULL && access(*paths, how) != 0) paths++;
  return *paths;
}

/* "augparse 1.14.0 <http://augeas.net/>". Without that program Facter asks the library (with ruby-augeas). */
void facts__augeas(struct facts_host *h)
{
  static const char *const programs[] = {"/usr/bin/augparse", "/opt/puppetlabs/puppet/bin/augparse", NULL};
  static const char *const libraries[] = {"/usr/lib/x86_64-linux-gnu/libaugeas.so.0",
                                          "/usr/lib/aarch64-linux-gnu/libaugeas.so.0", "/usr/lib64/libaugeas.so.0",
                                          "/usr/lib/libaugeas.so.0", NULL};
  const char *program = first_there(programs, X_OK), *library = first_there(libraries, R_OK);
  str text = STR_EMPTY;
  if (program != NULL) text = ask_version(h, program, ask_program);
  else if (library != NULL) text = ask_version(h, library, ask_augeas);
  if (!str_eqz(facts__next_word(&text), "augparse")) return;
  str version = facts__next_word(&text);
  if (version.n > 0) fact_put_str(h->arena, fact_put(h->arena, h->facts, "augeas", FACT_HASH), "version", version);
}
