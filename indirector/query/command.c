/* POST /pdb/cmd/v1: the answer contains errors in the command. */
#include <stdlib.h>
#include <sys/random.h>

#include "base/json_write.h"
#include "base/uuid.h"
#include "indirector/query/internal.h"

struct taken {
  struct arena *a;
  struct pdb_answer *out;
  value command, version, certname, payload;
  str unknown; /* unknown parameters, separated by commas */
  bool waits;
};

static void refuse(struct taken *t, int status, str text)
{
  struct buf out = BUF_IN(t->a);
  buf_z(&out, "{\"error\":");
  json_quote(&out, text);
  buf_char(&out, '}');
  *t->out = (struct pdb_answer){.status = status, .json = true, .error = buf_view(&out), .total = -1};
}

static str shown(struct arena *a, value v)
{
  struct buf out = BUF_IN(a);
  if (v.kind == V_UNDEF) return STR("nil");
  json_quote(&out, v.kind == V_STRING ? value_text(v) : pdb_json(a, v));
  return buf_view(&out);
}

static bool invalid(struct taken *t, str why)
{
  value name = t->command;
  if (name.kind == V_STRING) {
    char *z = arena_strz(t->a, value_text(name));
    for (uint32_t i = 0; i < name.length; i++) z[i] = z[i] == '_' ? ' ' : z[i];
    name = value_str(str_n(z, name.length));
  }
  refuse(t, 400,
         arena_printf(t->a, "Command %.*s for certname %.*s is invalid. %.*s", STR_FMT(shown(t->a, name)),
                      STR_FMT(shown(t->a, t->certname)), STR_FMT(why)));
  return false;
}

static bool read_parameters(struct taken *t, const struct pdb_parameter *parameters, size_t n)
{
  static const char *const others[] = {"checksum", "producer-timestamp", "secondsToWaitForCompletion"};
  for (size_t i = 0; i < n; i++) {
    const value v = value_str(parameters[i].value);
    const str name = parameters[i].name;
    bool known = true;
    if (str_eqz(name, "command")) {
      t->command = v;
    } else if (str_eqz(name, "version")) {
      t->version = v;
    } else if (str_eqz(name, "certname")) {
      t->certname = v;
    } else {
      known = false;
      for (size_t k = 0; k < 3; k++) known = known || str_eqz(name, others[k]);
      t->waits = t->waits || str_eqz(name, others[2]);
    }
    if (known) continue;
    t->unknown = t->unknown.n == 0 ? name : arena_printf(t->a, "%.*s, %.*s", STR_FMT(t->unknown), STR_FMT(name));
  }
  return true;
}

static bool missing(struct taken *t)
{
  struct buf out = BUF_IN(t->a);
  const struct {
    value v;
    const char *name;
  } all[] = {{t->certname, "certname"}, {t->command, "command"}, {t->version, "version"}};
  for (size_t i = 0; i < 3; i++) {
    if (all[i].v.kind != V_UNDEF || (i == 2 && t->command.kind != V_UNDEF && t->certname.kind != V_UNDEF)) continue;
    buf_printf(&out, "%s%s", out.n > 0 ? ", " : "", all[i].name);
  }
  if (out.n == 0) return false;
  invalid(t, arena_printf(t->a, "Command is missing required parameters: %.*s.", STR_FMT(buf_view(&out))));
  return true;
}

static const char unknown_command[] =
  "Command must be one of: configure expiration, deactivate node, replace catalog, replace "
  "catalog inputs, replace facts, store report.";

static bool check(struct taken *t, enum wire_kind *kind, int64_t *version)
{
  char *end = NULL;
  if (missing(t)) return false;
  if (t->certname.kind != V_STRING || t->certname.length == 0)
    return invalid(t, STR("Certname must be a non-empty string."));
  *kind = t->command.kind == V_STRING ? wire_kind_named(value_text(t->command)) : WIRE_KIND_COUNT;
  const str name = value_text_or_empty(t->command);
  if (*kind == WIRE_KIND_COUNT) {
    if (str_eqz(name, "configure_expiration") || str_eqz(name, "configure expiration")) {
      return invalid(t, STR("not supported: the command 'configure expiration'"));
    }
    return invalid(t, str_of(unknown_command));
  }
  *version = t->version.kind == V_INT ? t->version.integer : -1;
  if (t->version.kind == V_STRING) *version = strtoll(arena_strz(t->a, value_text(t->version)), &end, 10);
  if (*version < 0 || (end != NULL && (*end != '\0' || t->version.length == 0)))
    return invalid(t, STR("Version must be a valid integer."));
  if (t->unknown.n > 0)
    return invalid(t, arena_printf(t->a, "Command has invalid parameters: %.*s.", STR_FMT(t->unknown)));
  if (*version >= store_oldest_version(*kind)) return true;
  return invalid(t,
                 arena_printf(t->a, "Version %lld of command \"%s\" is retired. The minimum supported version is %d.",
                              (long long)*version, wire_name(*kind), store_oldest_version(*kind)));
}

static bool read_body(struct taken *t, str body, bool old_form)
{
  str why;
  if (!value_read_json(t->a, body, &t->payload, &why)) {
    refuse(t, 400, arena_printf(t->a, "The body is not JSON: %.*s", STR_FMT(why)));
    return false;
  }
  if (!old_form) return true;
  const value all = t->payload;
  const struct hash *h = all.kind == V_HASH ? all.hash : &hash_empty;
  t->command = hash_member(h, "command");
  t->version = hash_member(h, "version");
  t->payload = hash_member(h, "payload");
  if (t->payload.kind == V_HASH) t->certname = hash_member(t->payload.hash, "certname");
  if (t->command.kind != V_UNDEF && t->version.kind != V_UNDEF && t->payload.kind != V_UNDEF) return true;
  return invalid(
    t,
    STR(
      "Command was submitted without query parameters (old format). The request body must be a JSON map with required "
      "keys: command, version, payload."));
}

static void done(struct taken *t)
{
  unsigned char random[UUID_BYTES];
  char *uuid = arena_alloc(t->a, UUID_SIZE);
  if (getrandom(random, sizeof random, 0) != sizeof random) memset(random, 0, sizeof random);
  uuid_text(random, 4, uuid);
  t->out->error = t->waits ? arena_printf(t->a, "{\"uuid\":\"%s\",\"processed\":true,\"timed_out\":false}", uuid)
                           : arena_printf(t->a, "{\"uuid\":\"%s\"}", uuid);
}

void pdb_take_command(struct store *s, struct arena *a, const struct pdb_parameter *parameters, size_t nparameters,
                      str body, struct pdb_answer *out)
{
  struct taken t = {.a = a, .out = out};
  enum wire_kind kind = WIRE_KIND_COUNT;
  int64_t version = 0;
  str error;
  *out = (struct pdb_answer){.status = 200, .json = true, .error = STR_EMPTY, .total = -1};
  if (nparameters == 0 ? !read_body(&t, body, true) : !read_parameters(&t, parameters, nparameters)) return;
  if (!check(&t, &kind, &version)) return;
  if (nparameters > 0 && !read_body(&t, body, false)) return;
  const enum store_result result = store_command(s, a, kind, version > 1000 ? 1000 : (int)version, t.payload, &error);
  if (result == STORE_INVALID) {
    refuse(&t, 400, error);
  } else if (result == STORE_FAILED) {
    refuse(&t, 503, error);
  } else {
    done(&t);
  }
}
