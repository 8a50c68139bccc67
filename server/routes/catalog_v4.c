/* POST /puppet/v4/catalog: a catalog for a node whose facts and trusted data are in the request. */
#include "indirector/node.h"
#include "server/routes/capture.h"
#include "server/routes/code.h"
#include "server/routes/input.h"
#include "server/routes/routes.h"

static const struct wanted_key persistence_keys[] = {
  {"facts", WANTED_BOOLEAN, true, NULL}, {"catalog", WANTED_BOOLEAN, true, NULL}, {0}};
static const struct wanted_key values_keys[] = {{"values", WANTED_MAP, true, NULL}, {0}};
static const struct wanted_key option_keys[] = {{"prefer_requested_environment", WANTED_BOOLEAN, false, NULL},
                                                {"capture_logs", WANTED_BOOLEAN, false, NULL},
                                                {"log_level", WANTED_STRING, false, NULL},
                                                {0}};
static const struct wanted_key catalog_keys[] = {{"certname", WANTED_STRING, true, NULL},
                                                 {"persistence", WANTED_MAP, true, persistence_keys},
                                                 {"environment", WANTED_STRING, true, NULL},
                                                 {"facts", WANTED_MAP, false, values_keys},
                                                 {"trusted_facts", WANTED_MAP, false, values_keys},
                                                 {"transaction_uuid", WANTED_STRING, false, NULL},
                                                 {"job_id", WANTED_STRING, false, NULL},
                                                 {"options", WANTED_MAP, false, option_keys},
                                                 {0}};

/* --- the request --- */

/* Takes the facts of the request or the stored ones, and trusted data from the request or from the facts. */
static bool find_facts(struct worker *w, struct request *r, value input, struct catalog_asked *asked,
                       struct ind_object *room, str *error)
{
  const value given = value_member(value_member(input, "facts"), "values"),
              trusted = value_member(value_member(input, "trusted_facts"), "values");
  if (given.kind == V_HASH) {
    *room = facts_object(r->arena, asked->certname, given.hash);
  } else {
    struct ind_request find = {.in = w->indirector,
                               .arena = r->arena,
                               .indirection = IND_FACTS,
                               .key = asked->certname,
                               .environment = asked->environment,
                               .ignore_cache = true};
    const enum ind_result found = indirector_find(&find);
    if (found == IND_FAILED) return *error = find.error, false;
    *room = found == IND_OK ? find.result : facts_object(r->arena, asked->certname, &hash_empty);
  }
  asked->facts = room;
  const value among = value_member(value_member(room->data, "values"), "trusted");
  asked->trusted = trusted.kind == V_HASH ? trusted.hash : among.kind == V_HASH ? among.hash : &hash_empty;
  return true;
}

static bool make(struct worker *w, struct request *r, value input, struct catalog_asked *asked, str *json, str *error)
{
  struct ind_object room;
  if (!str_is_word(asked->environment)) {
    *error = arena_printf(r->arena, "The environment must be purely alphanumeric, not '%.*s'",
                          STR_FMT(asked->environment));
    return false;
  }
  struct site *site = environments_use(w->environments, r->arena, asked->environment, NULL, error);
  environments_done(w->environments, site);
  if (site == NULL || !find_facts(w, r, input, asked, &room, error) ||
      !code_id_of(w, r->arena, asked->environment, &asked->code_id, &asked->code_serial, error))
    return false;
  if (value_is_true(value_member(value_member(input, "persistence"), "facts")) &&
      !catalog_save_facts(w, r->arena, asked->certname, asked->environment, asked->facts,
                          asked->trusted != NULL ? asked->trusted : node_trusted(r->arena, &asked->who), true, error))
    return false;
  return catalog_make(w, r, asked, json, error);
}

void route_catalog_v4(struct worker *w, struct request *r, struct answer *a)
{
  value input;
  str json = STR_EMPTY, error = STR_EMPTY;
  if (!input_read(r, a, catalog_keys, &input)) return;
  const value options = value_member(input, "options");
  struct catalog_asked asked = {
    .certname = value_member_text(input, "certname"),
    .environment = value_member_text(input, "environment"),
    .transaction_uuid = value_member_text(input, "transaction_uuid"),
    .job_id = value_member_text(input, "job_id"),
    .prefer_requested = value_is_true(value_member(options, "prefer_requested_environment")),
    .keep = value_is_true(value_member(value_member(input, "persistence"), "catalog")),
    .done = "using the v4 catalog endpoint"};
  r->node = asked.certname;
  r->transaction = asked.transaction_uuid;
  route_context(r);
  if (!capture_begin(r, a, options, &asked)) return;
  const bool ok = make(w, r, input, &asked, &json, &error);
  capture_answer(r, a, ok, json, error);
}
