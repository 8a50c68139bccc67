/* Queries PuppetDB, or its replacement. */
#include "compiler/functions/fn.h"

static value fn_puppetdb_query(struct fn_call *call)
{
  const struct query_source *source = call->compilation->settings->queries;
  value rows;
  str error;
  if (source == NULL) FN_FAIL(call, "not supported: puppetdb_query where there is no PuppetDB to ask");
  if (!source->query(source->ctx, call->arena, call->args[0], &rows, &error)) FN_FAIL(call, "%.*s", STR_FMT(error));
  return rows;
}

const struct fn_row fn_puppetdb_rows[] = {
  {"puppetdb_query", "Variant[String[1], Array[Data, 1]] $query", fn_puppetdb_query,
   "what PuppetDB answers to a query, in PQL or as its AST"},
  {0},
};
