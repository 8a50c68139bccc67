/* Modules of the SELinux policy, with semodule. */
#include "agent/ral/munge.h"
#include "agent/providers/selinux/selinux.h"
#include "agent/system/command.h"
#include "base/file.h"

#define SEMODULE "/usr/sbin/semodule"

enum { MODULE_LIMIT = 256 << 20 };

static const char *const commands[] = {SEMODULE, NULL};

/* The loaded modules: name -> str *, the version; empty if semodule does not print it. */
struct loaded {
  bool known;
  struct strmap modules;
};

/* A line has a name and, from older versions of semodule, a version. */
static void add_line(struct ral *ral, struct loaded *l, str line)
{
  size_t n = 0, from;
  while (n < line.n && !ascii_is_space((unsigned char)line.p[n])) n++;
  for (from = n; from < line.n && ascii_is_space((unsigned char)line.p[from]); from++) {
  }
  size_t to = from;
  while (to < line.n && !ascii_is_space((unsigned char)line.p[to])) to++;
  str *version = ARENA_NEW(ral->arena, str);
  *version = str_sub(line, from, to - from);
  if (n > 0) strmap_put(&l->modules, str_sub(line, 0, n), version);
}

static struct loaded *loaded_modules(struct ral *ral)
{
  static const char owner[] = "policy modules";
  struct loaded *l = ral_memory(ral, owner, sizeof *l);
  struct command_result result;
  if (l->known) return l;
  const char *const argv[] = {SEMODULE, "--list", NULL};
  const struct command c = {.argv = argv, .umask = -1};
  if (!command_try(ral, &c, &result)) return NULL;
  if (result.end != COMMAND_EXITED || result.status != 0) {
    struct buf text = BUF_IN(ral->arena);
    for (size_t i = 0; i < str_trim(result.output).n; i++)
      buf_char(&text, result.output.p[i] == '\n' ? ' ' : result.output.p[i]);
    ral_fail(ral, "Could not list policy modules: \"%s --list\" failed with \"%.*s\"", SEMODULE,
             STR_FMT(buf_view(&text)));
    return NULL;
  }
  strmap_init(&l->modules, ral->arena);
  for (str rest = result.output; rest.n > 0;) {
    add_line(ral, l, str_cut(&rest, '\n'));
  }
  l->known = true;
  return l;
}

static bool prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n)
{
  (void)resources;
  (void)n;
  return loaded_modules(ral) != NULL;
}

static str file_of(struct ral_resource *r)
{
  if (ral_is_given(r, "selmodulepath")) return ral_value_text(r, "selmodulepath");
  return arena_printf(r->ral->arena, "%.*s/%.*s.pp", STR_FMT(ral_value_text(r, "selmoduledir")),
                      STR_FMT(ral_value_text(r, "name")));
}

/* --- the file of a policy module --- */

/* The bytes that are not read yet. */
struct reader {
  const unsigned char *at;
  size_t left;
};

static bool skip(struct reader *in, uint64_t n)
{
  if (n > in->left) return false;
  in->at += n;
  in->left -= n;
  return true;
}

static bool read_number(struct reader *in, uint32_t *n)
{
  if (in->left < 4) return false;
  *n = (uint32_t)in->at[0] | (uint32_t)in->at[1] << 8 | (uint32_t)in->at[2] << 16 | (uint32_t)in->at[3] << 24;
  return skip(in, 4);
}

/* A length, and as many bytes. */
static bool read_text(struct reader *in, str *text)
{
  uint32_t n;
  if (!read_number(in, &n) || n > in->left) return false;
  *text = str_n((const char *)in->at, n);
  return skip(in, n);
}

bool selinux_module_version(struct ral *ral, str bytes, str path, str *version)
{
  static const uint32_t magic = 0xF97CFF8F;
  enum { SECTION_HEADERS = 14 };
  struct reader in = {(const unsigned char *)bytes.p, bytes.n};
  uint32_t found, format, sections;
  str text;
  const bool whole = read_number(&in, &found) && read_number(&in, &format) && read_number(&in, &sections);
  if (whole && found != magic) {
    return ral_fail(ral, "Found %u instead of magic %u in %.*s", found, magic, STR_FMT(path));
  }
  if (whole && format != 1) return ral_fail(ral, "Unknown policy file version %u in %.*s", format, STR_FMT(path));
  /* the offsets of the sections and the magic number of the first section; its two headers; the module's name */
  if (whole && skip(&in, ((uint64_t)sections + 1) * 4) && read_text(&in, &text) && read_text(&in, &text) &&
      skip(&in, SECTION_HEADERS) && read_text(&in, &text) && read_text(&in, version)) {
    return true;
  }
  return ral_fail(ral, "The policy module %.*s is incomplete", STR_FMT(path));
}

/* --- a resource --- */

static bool versions_match(struct ral_resource *r, const str *loaded, bool *match)
{
  struct ral *ral = r->ral;
  struct buf bytes = BUF_IN(ral->arena);
  const str path = file_of(r);
  str version;
  *match = false;
  if (loaded == NULL || loaded->n == 0) return true;
  const int reason = file_read(arena_strz(ral->arena, path), MODULE_LIMIT, &bytes);
  if (reason != 0) return ral_fail_system(ral, "%s @ rb_sysopen - %.*s", file_reason(reason), STR_FMT(path));
  if (!selinux_module_version(ral, buf_view(&bytes), path, &version)) return false;
  *match = str_eq(version, *loaded);
  return true;
}

static bool get(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  const struct loaded *l = loaded_modules(r->ral);
  bool yes;
  if (l == NULL) return false;
  const str *version = strmap_get(&l->modules, ral_value_text(r, "name"));
  if (strcmp(a->name, "ensure") == 0) {
    *is = version != NULL ? RAL_WORD(present) : RAL_WORD(absent);
    return true;
  }
  if (!versions_match(r, version, &yes)) return false;
  *is = yes ? RAL_WORD(true) : RAL_WORD(false);
  return true;
}

static bool set(struct ral_resource *r, const struct ral_attribute *a, value should)
{
  struct ral *ral = r->ral;
  const char *file = arena_strz(ral->arena, file_of(r)), *name = arena_strz(ral->arena, ral_value_text(r, "name"));
  const char *option = "--upgrade", *what = "upgrade", *argument = file;
  if (strcmp(a->name, "ensure") == 0) {
    const bool remove = ral_is(should, "absent");
    option = remove ? "--remove" : "--install";
    what = remove ? "remove" : "load";
    argument = remove ? name : file;
  }
  if (selinux_change(ral, (const char *const[]){SEMODULE, option, argument, NULL})) return true;
  const str why = ral->error;
  return ral_fail(ral, "Could not %s policy module: %.*s", what, STR_FMT(why));
}

static bool no_instances(struct ral *ral, struct valuevec *names)
{
  (void)names;
  return ral_fail_listing(ral, "semodule");
}

const struct ral_provider ral_provider_semodule = {
  .name = "semodule", .commands = commands, .prefetch = prefetch, .instances = no_instances, .get = get, .set = set};
