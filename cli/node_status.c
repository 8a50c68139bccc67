/* `ficelle node status`: the state of nodes in PuppetDB or the embedded store. */
#include "cli/node_status.h"

static void print_time(struct buf *out, value row, const char *name, const char *with, const char *without)
{
  const value v = value_member(row, name);
  if (v.kind == V_STRING) buf_printf(out, "%s%.*s\n", with, STR_FMT(value_text(v)));
  else buf_printf(out, "%s\n", without);
}

/* `row` undef: the node is unknown. */
static void print_node(struct buf *out, str name, value row)
{
  buf_printf(out, "%.*s\n", STR_FMT(name));
  if (row.kind != V_HASH) {
    buf_z(out, "No information known\n");
    return;
  }
  const value deactivated = value_member(row, "deactivated"), expired = value_member(row, "expired");
  if (deactivated.kind == V_STRING) buf_printf(out, "Deactivated at %.*s\n", STR_FMT(value_text(deactivated)));
  else if (expired.kind == V_STRING) buf_printf(out, "Expired at %.*s\n", STR_FMT(value_text(expired)));
  else buf_z(out, "Currently active\n");
  print_time(out, row, "catalog_timestamp", "Last catalog: ", "No catalog received");
  print_time(out, row, "facts_timestamp", "Last facts: ", "No facts received");
}

static value array_of_three(struct arena *a, value x, value y, value z)
{
  const value items[] = {x, y, z};
  return array_of(a, items, 3);
}

/* ["from", "nodes", ["and", ["=", "certname", NAME], ["=", "node_state", "any"]]] */
static value query_of(struct arena *a, str name)
{
  const value equals = value_str(STR("="));
  const value node = array_of_three(a, equals, value_str(STR("certname")), value_str(name));
  const value state = array_of_three(a, equals, value_str(STR("node_state")), value_str(STR("any")));
  return array_of_three(a, value_str(STR("from")), value_str(STR("nodes")),
                        array_of_three(a, value_str(STR("and")), node, state));
}

bool node_status(struct compile_cli *job)
{
  static bool another;
  struct buf out = BUF_IN(job->arena);
  value rows;
  str error;
  if (!indirector_query(job->indirector, job->arena, query_of(job->arena, job->node), &rows, &error)) {
    cli_error("Could not retrieve status for %.*s: %.*s", STR_FMT(job->node), STR_FMT(error));
    return true; /* errors for other nodes are printed and ignored, as in Puppet */
  }
  if (another) buf_char(&out, '\n');
  another = true;
  print_node(&out, job->node, rows.kind == V_ARRAY && rows.array->n > 0 ? rows.array->items[0] : VALUE_UNDEF);
  cli_print(&out);
  return true;
}
