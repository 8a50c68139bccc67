#include "server/routes/modules.h"

static bool is_module_name(str name)
{
  for (size_t i = 0; i < name.n; i++) {
    if (!ascii_is_word((unsigned char)name.p[i])) return false;
  }
  return name.n > 0 && ascii_is_alpha(name.p[0]);
}

uint32_t modules_list(struct arena *a, const struct environment_options *environment, struct listed_module **out)
{
  const struct host host = compile_cli_host();
  struct strmap seen;
  strmap_init(&seen, a);
  for (uint32_t i = 0; i < environment->nmodulepath; i++) {
    str *names;
    uint32_t n;
    if (!host.list_directory(host.ctx, a, environment->modulepath[i], &names, &n)) continue;
    for (uint32_t k = 0; k < n; k++) {
      const str directory = arena_printf(a, "%.*s/%.*s", STR_FMT(environment->modulepath[i]), STR_FMT(names[k]));
      if (!is_module_name(names[k]) || strmap_find(&seen, names[k]) != NULL) continue;
      if (host.stat(host.ctx, directory).kind != HOST_DIRECTORY) continue;
      struct listed_module *m = ARENA_NEW(a, struct listed_module);
      *m = (struct listed_module){names[k], directory};
      strmap_put(&seen, names[k], m);
    }
  }
  *out = arena_array(a, (size_t)seen.n + 1, sizeof **out);
  for (uint32_t i = 0; i < seen.n; i++) (*out)[i] = *(const struct listed_module *)seen.entries[i].value;
  return seen.n;
}

const struct listed_module *modules_find(struct arena *a, const struct environment_options *environment, str name)
{
  const struct host host = compile_cli_host();
  if (!is_module_name(name)) return NULL;
  for (uint32_t i = 0; i < environment->nmodulepath; i++) {
    const str directory = arena_printf(a, "%.*s/%.*s", STR_FMT(environment->modulepath[i]), STR_FMT(name));
    if (host.stat(host.ctx, directory).kind != HOST_DIRECTORY) continue;
    struct listed_module *m = ARENA_NEW(a, struct listed_module);
    *m = (struct listed_module){name, directory};
    return m;
  }
  return NULL;
}
