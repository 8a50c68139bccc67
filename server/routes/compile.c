/* POST /puppet/v3/compile: a catalog of an apply block of Bolt, in an environment without its manifests. */
#include "indirector/node.h"
#include "server/routes/block.h"
#include "server/routes/capture.h"
#include "server/routes/code.h"
#include "server/routes/input.h"
#include "server/routes/routes.h"

static const struct wanted_key values_keys[] = {{"values", WANTED_MAP, true, NULL}, {0}};
static const struct wanted_key variables_keys[] = {{"values", WANTED_LIST_OR_MAP, true, NULL}, {0}};
static const struct wanted_key option_keys[] = {{"capture_logs", WANTED_BOOLEAN, false, NULL},
                                                {"log_level", WANTED_STRING, false, NULL},
                                                {"compile_for_plan", WANTED_BOOLEAN, false, NULL},
                                                {0}};
static const struct wanted_key compile_keys[] = {{"certname", WANTED_STRING, true, NULL},
                                                 {"code_ast", WANTED_STRING, true, NULL},
                                                 {"trusted_facts", WANTED_MAP, true, values_keys},
                                                 {"facts", WANTED_MAP, true, values_keys},
                                                 {"variables", WANTED_MAP, true, variables_keys},
                                                 {"environment", WANTED_STRING, false, NULL},
                                                 {"versioned_project", WANTED_STRING, false, NULL},
                                                 {"target_variables", WANTED_MAP, false, values_keys},
                                                 {"job_id", WANTED_STRING, false, NULL},
                                                 {"transaction_uuid", WANTED_STRING, false, NULL},
                                                 {"options", WANTED_MAP, false, option_keys},
                                                 {0}};

static bool plain_refusal(struct request *r, struct answer *a, int status, const char *text)
{
  answer_text(r, a, status, "%s", text);
  a->content_type = "text/plain";
  return false;
}

/* Refuses what puppetserver refuses, and what needs code of Bolt: puppetserver, too, compiles for a project only with
 * compile_for_plan, which loads that code. */
static bool can_compile(struct request *r, struct answer *a, value input)
{
  const bool project = value_member(input, "versioned_project").kind == V_STRING;
  const bool environment = value_member(input, "environment").kind == V_STRING;
  if (project && environment)
    return plain_refusal(r, a, 400,
                         "A compile request cannot specify both `environment` and `versioned_project` parameters.");
  if (!project && !environment)
    return plain_refusal(r, a, 400,
                         "A compile request must include an `environment` or `versioned_project` parameter.");
  const bool for_plan = value_is_true(value_member(value_member(input, "options"), "compile_for_plan"));
  if (!for_plan && !project) return true;
  if (!for_plan)
    answer_text(r, a, 500,
                "Internal Server Error: Puppet Pal: env_name has wrong type, expects a String value, got Undef");
  else
    answer_text(
      r, a, 500,
      "Internal Server Error: When compile_for_plan is set, the path to boltlib modules must be provided by setting "
      "boltlib-path as a jruby-puppet setting in pe-puppet-server.conf");
  return false;
}

static bool is_variable_name(str name)
{
  bool begins = true;
  for (size_t i = 0; i < name.n; i++) {
    const char c = name.p[i];
    if (c == ':' && i + 1 < name.n && name.p[i + 1] == ':') {
      i++;
      begins = true;
      continue;
    }
    if (!ascii_is_word((unsigned char)c) || (begins && !ascii_is_lower(c) && c != '_')) return false;
    begins = false;
  }
  return !begins;
}

/* Reads a map, or a list of maps with one member, which defines the order. */
static bool read_variables(struct arena *a, value given, str certname, const struct hash **out, str *error)
{
  struct hash *all = hash_new(a, 8);
  const struct array one = {.items = &given, .n = 1}, *list = given.kind == V_ARRAY ? given.array : &one;
  for (uint32_t i = 0; i < list->n; i++) {
    if (list->items[i].kind != V_HASH) {
      *error = STR("Given variables must be a hash");
      return false;
    }
    const struct hash *h = list->items[i].hash;
    for (uint32_t k = 0; k < h->n; k++) {
      const str name = value_to_str(a, h->entries[k].key);
      if (!is_variable_name(name)) {
        *error = arena_printf(a, "Given variable '%.*s' has illegal name on node %.*s", STR_FMT(name),
                              STR_FMT(certname));
        return false;
      }
      hash_put(all, a, h->entries[k].key, h->entries[k].value);
    }
  }
  *out = all;
  return true;
}

void route_compile(struct worker *w, struct request *r, struct answer *a)
{
  value input;
  str json = STR_EMPTY, error = STR_EMPTY;
  struct compile_block block;
  if (!input_read(r, a, compile_keys, &input) || !can_compile(r, a, input)) return;
  struct catalog_asked asked = {.certname = value_member_text(input, "certname"),
                                .environment = value_member_text(input, "environment"),
                                .block = &block,
                                .rich = true};
  struct ind_object facts = facts_object(r->arena, asked.certname,
                                         value_member(value_member(input, "facts"), "values").hash);
  asked.facts = &facts;
  asked.trusted = value_member(value_member(input, "trusted_facts"), "values").hash;
  r->node = asked.certname;
  route_context(r);
  /* Only the error matters: the catalog has no code_id. */
  str code_id;
  if (!code_id_of(w, r->arena, asked.environment, &code_id, &(uint64_t){0}, &error)) {
    answer_text(r, a, 500, "Internal Server Error: %.*s", STR_FMT(error));
    return;
  }
  if (!capture_begin(r, a, value_member(input, "options"), &asked)) return;
  const bool ok = block_read(r->arena, value_member_text(input, "code_ast"), &block, &error) &&
                  read_variables(r->arena, value_member(value_member(input, "variables"), "values"), asked.certname,
                                 &block.variables, &error) &&
                  catalog_make(w, r, &asked, &json, &error);
  capture_answer(r, a, ok, json, error);
}
