/* A store in memory with some data of every kind, for queries. */
#ifndef FICELLE_TESTS_FUZZ_PDB_H
#define FICELLE_TESTS_FUZZ_PDB_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "indirector/query/pdb.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_pdb_put(struct store *s, enum wire_kind kind, const char *json)
{
  struct arena *a = arena_new();
  value v;
  str error = STR_EMPTY;
  if (!value_read_json(a, str_of(json), &v, &error) ||
      store_command(s, a, kind, wire_version(kind), v, &error) > STORE_SAME) {
    fprintf(stderr, "%.*s\n", STR_FMT(error));
    abort();
  }
  arena_free(a);
}

static struct arena *fuzz_pdb_arena;
static struct store *fuzz_pdb_opened;

static inline void fuzz_pdb_end(void)
{
  store_close(fuzz_pdb_opened);
  arena_free(fuzz_pdb_arena);
}

static inline struct store *fuzz_pdb_store(void)
{
  struct store *s = fuzz_pdb_opened;
  str error;
  if (s != NULL) return s;
  fuzz_pdb_arena = arena_new();
  s = fuzz_pdb_opened = store_open(fuzz_pdb_arena, STR(":memory:"), &error);
  atexit(fuzz_pdb_end);
  if (s == NULL) abort();
  fuzz_pdb_put(
    s, WIRE_REPLACE_FACTS,
    "{\"certname\":\"a\",\"environment\":\"e\",\"producer_timestamp\":\"2026-01-01\",\"producer\":\"p\",\"values\":"
    "{\"kernel\":\"Linux\",\"n\":1,\"os\":{\"name\":\"Debian\",\"l\":[1,2.5,null,true]},\"trusted\":{\"certname\":"
    "\"a\"}}}");
  fuzz_pdb_put(
    s, WIRE_REPLACE_CATALOG,
    "{\"certname\":\"a\",\"environment\":\"e\",\"producer_timestamp\":\"2026-01-01\",\"producer\":\"p\",\"version\":"
    "\"1\",\"code_id\":null,"
    "\"catalog_uuid\":null,\"edges\":[{\"source\":{\"type\":\"A\",\"title\":\"x\"},\"target\":{\"type\":\"B\","
    "\"title\":\"y\"},"
    "\"relationship\":\"contains\"}],\"resources\":[{\"type\":\"A\",\"title\":\"x\",\"tags\":[\"t\"],\"exported\":true,"
    "\"parameters\":"
    "{\"mode\":\"0644\",\"n\":5}},{\"type\":\"B\",\"title\":\"y\",\"tags\":[],\"line\":3,\"file\":\"/f\"}]}");
  fuzz_pdb_put(s, WIRE_STORE_REPORT,
               "{\"certname\":\"a\",\"puppet_version\":\"7\",\"report_format\":12,\"configuration_version\":\"1\","
               "\"producer_timestamp\":"
               "\"2026-01-01\",\"start_time\":\"2026-01-01\",\"end_time\":\"2026-01-01\",\"environment\":\"e\","
               "\"transaction_uuid\":null,"
               "\"catalog_uuid\":null,\"code_id\":null,\"cached_catalog_status\":null,\"status\":\"failed\",\"noop\":"
               "false,\"noop_pending\":false,"
               "\"corrective_change\":null,\"producer\":\"p\",\"logs\":[],\"metrics\":[],\"resources\":[{\"skipped\":"
               "false,\"timestamp\":\"2026-01-01\","
               "\"resource_type\":\"A\",\"resource_title\":\"x\",\"file\":null,\"line\":1,\"containment_path\":["
               "\"Stage[main]\",\"C\"],"
               "\"corrective_change\":null,\"events\":[{\"status\":\"failure\",\"timestamp\":\"2026-01-01\","
               "\"property\":\"p\",\"new_value\":\"1\","
               "\"old_value\":\"2\",\"corrective_change\":null,\"message\":\"m\"}]}]}");
  return s;
}

static inline bool fuzz_pdb_drop(void *ctx, str piece)
{
  (void)ctx, (void)piece;
  return true;
}

/* The SQL of every query is valid. */
static inline void fuzz_pdb_check(const struct pdb_answer *answer)
{
  static const char *const never[] = {
    "syntax error",        "no such column", "no such table",      "no such function",   "ambiguous column",
    "SELECTs to the left", "misuse of",      "sub-select returns", "unrecognized token", "wrong number of arguments"};
  /* The message about a regular expression contains it, and so any words. */
  if (str_starts(answer->error, STR("ERROR: invalid regular expression"))) return;
  if (answer->status == 200 || !str_starts(answer->error, STR("ERROR: "))) return;
  for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
    if (str_find(answer->error, str_of(never[i]), 0) == SIZE_MAX) continue;
    fprintf(stderr, "%.*s\n", STR_FMT(answer->error));
    abort();
  }
}

static inline void fuzz_pdb_ask(str path, str query)
{
  struct arena *a = arena_new();
  struct pdb_answer answer;
  const struct pdb_parameter parameters[] = {{STR("query"), query}, {STR("include_total"), STR("true")}};
  const struct pdb_request r = {
    .path = path, .parameters = parameters, .nparameters = 2, .time_limit = 5, .put = fuzz_pdb_drop};
  pdb_answer(fuzz_pdb_store(), a, &r, &answer);
  fuzz_pdb_check(&answer);
  arena_free(a);
}

#endif
