/* The file of routes: which terminus and which cache an indirection has, for one application. */
#include "indirector/internal.h"

static bool fail(struct indirector *in, str *error, str path, const char *why)
{
  *error = arena_printf(in->arena, "Could not configure routes from %.*s: %s", STR_FMT(path), why);
  return false;
}

static bool take(struct indirector *in, enum indirection what, value name, const struct terminus **out, str path,
                 str *error)
{
  if (name.kind == V_UNDEF) return true;
  if (name.kind != V_STRING) return fail(in, error, path, "the name of a terminus is not a string");
  const struct terminus *found = indirection_terminus(what, value_text(name));
  if (found == NULL) {
    return fail(in, error, path,
                arena_printf(in->arena, "Could not find terminus %.*s for indirection %s", STR_FMT(value_text(name)),
                             indirection_name(what))
                  .p);
  }
  *out = found;
  return true;
}

static bool take_indirection(struct indirector *in, const struct hash_entry *entry, str path, str *error)
{
  const str name = value_text_or_empty(entry->key);
  int what = 0;
  while (what < IND_COUNT && !str_eqz(name, indirection_name((enum indirection)what))) what++;
  if (what == IND_COUNT) {
    return fail(in, error, path, arena_printf(in->arena, "Indirection %.*s does not exist", STR_FMT(name)).p);
  }
  if (entry->value.kind != V_HASH) return fail(in, error, path, "the routes of an indirection are not a hash");
  struct ind_route *route = &in->routes[what];
  return take(in, (enum indirection)what, value_member(entry->value, "terminus"), &route->terminus, path, error) &&
         take(in, (enum indirection)what, value_member(entry->value, "cache"), &route->cache, path, error);
}

bool routes_read(struct indirector *in, const char *application, str *error)
{
  const str path = arena_str(in->arena, settings_str(in->settings, SETTING_route_file));
  str text, why;
  value all;
  if (path.n == 0 || in->host->stat(in->host->ctx, path).kind == HOST_NOTHING) return true;
  if (!in->host->read_file(in->host->ctx, in->arena, path, &text, &why) ||
      !value_read_yaml(in->arena, text, &all, &why)) {
    return fail(in, error, path, arena_strz(in->arena, why));
  }
  if (all.kind == V_UNDEF) return true;
  if (all.kind != V_HASH) return fail(in, error, path, "it is not a hash");
  if (value_member(all, "master").kind != V_UNDEF) {
    return fail(in, error, path, "the application 'master' is called 'server'");
  }
  const value routes = value_member(all, application);
  if (routes.kind == V_UNDEF) return true;
  if (routes.kind != V_HASH) return fail(in, error, path, "the routes of an application are not a hash");
  for (uint32_t i = 0; i < routes.hash->n; i++) {
    if (!take_indirection(in, &routes.hash->entries[i], path, error)) return false;
  }
  return true;
}
