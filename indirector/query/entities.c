/* The entities that can be queried, with their tables and fields. */
#include "indirector/query/internal.h"

#define ACTIVE_ENVIRONMENTS \
  " LEFT JOIN environment ce ON ce.id = n.catalog_environment LEFT JOIN environment fe ON fe.id = n.facts_environment"

/* {"data": …, "href": "/pdb/query/v4/…"} */
#define EXPANDED(data, href) "json_object('data', json(" data "), 'href', '/pdb/query/v4/' || " href ")"
#define REPORT_HREF(what) "'reports/' || lower(hex(r.hash)) || '/" what "'"

static const struct pdb_field node_fields[] = {
  {"latest_report_corrective_change", "r.corrective", PDB_BOOL, 0},
  {"deactivated", "n.deactivated", PDB_TIME, 0},
  {"expired", "n.expired", PDB_TIME, 0},
  {"report_environment", "re.name", PDB_TEXT, 0},
  {"certname", "n.certname", PDB_TEXT, PDB_NEVER_NULL},
  {"facts_timestamp", "n.facts_at", PDB_TIME, 0},
  {"facts_environment", "fe.name", PDB_TEXT, 0},
  {"cached_catalog_status", "r.cached_catalog_status", PDB_TEXT, 0},
  {"latest_report_status", "r.status", PDB_TEXT, 0},
  {"latest_report_hash", "r.hash", PDB_HASH, 0},
  {"catalog_timestamp", "n.catalog_at", PDB_TIME, 0},
  {"latest_report_noop_pending", "r.noop_pending", PDB_BOOL, 0},
  {"report_timestamp", "r.end_time", PDB_TIME, 0},
  {"latest_report_noop", "r.noop", PDB_BOOL, 0},
  {"catalog_environment", "ce.name", PDB_TEXT, 0},
  {"latest_report_job_id", "r.job_id", PDB_TEXT, 0},
};

static const struct pdb_field fact_fields[] = {
  {"certname", "n.certname", PDB_TEXT, PDB_NEVER_NULL},
  {"environment", "fe.name", PDB_TEXT, 0},
  {"name", "m.name", PDB_TEXT, PDB_NEVER_NULL},
  {"value", "v.json", PDB_JSON, PDB_NEVER_NULL},
};

/* A leaf of json_tree as JSON. */
#define LEAF \
  "CASE t.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'null' THEN 'null' ELSE json_quote(t.atom) END"
#define IS_LEAF "t.type NOT IN ('object', 'array')"

static const struct pdb_field content_fields[] = {
  {"certname", "n.certname", PDB_TEXT, PDB_NEVER_NULL},
  {"environment", "fe.name", PDB_TEXT, 0},
  {"path", "pdb_path(m.name, t.fullkey)", PDB_PATH, PDB_NEVER_NULL},
  {"name", "m.name", PDB_TEXT, PDB_NEVER_NULL},
  {"value", LEAF, PDB_JSON, PDB_NEVER_NULL},
};

static const struct pdb_field path_fields[] = {
  {"type", "p.type", PDB_TEXT, PDB_NEVER_NULL},
  {"path", "p.path", PDB_PATH, PDB_NEVER_NULL},
  {"name", "p.name", PDB_TEXT, PDB_NEVER_NULL},
  {"depth", "p.depth", PDB_NUMBER, PDB_NEVER_NULL | PDB_HIDDEN},
};

static const struct pdb_field name_fields[] = {{"name", "m.name", PDB_TEXT, PDB_NEVER_NULL}};

#define NODE_FACTS \
  "FROM fact f JOIN fact_value v ON v.id = f.value JOIN fact_name m ON m.id = f.name WHERE f.node = n.id"
#define ALL_FACTS "(SELECT json_group_array(json_object('name', m.name, 'value', json(v.json))) " NODE_FACTS ")"

static const struct pdb_field factset_fields[] = {
  {"timestamp", "n.facts_at", PDB_TIME, 0},
  {"facts", EXPANDED(ALL_FACTS, "'factsets/' || n.certname || '/facts'"), PDB_SHOWN, 0},
  {"certname", "n.certname", PDB_TEXT, PDB_NEVER_NULL},
  {"hash", "n.facts_hash", PDB_HASH, 0},
  {"producer_timestamp", "n.facts_produced", PDB_TIME, 0},
  {"producer", "fp.name", PDB_TEXT, 0},
  {"environment", "fe.name", PDB_TEXT, 0},
};

static const struct pdb_field inventory_fields[] = {
  {"certname", "n.certname", PDB_TEXT, PDB_NEVER_NULL},
  {"timestamp", "n.facts_at", PDB_TIME, 0},
  {"environment", "fe.name", PDB_TEXT, 0},
  {"facts", "(SELECT json_group_object(m.name, json(v.json)) " NODE_FACTS ")", PDB_SHOWN, 0},
  {"trusted", "(SELECT v.json " NODE_FACTS " AND m.name = 'trusted')", PDB_JSON, 0},
};

static const struct pdb_field resource_fields[] = {
  {"resource", "s.hash", PDB_HASH, PDB_NEVER_NULL},
  {"certname", "n.certname", PDB_TEXT, PDB_NEVER_NULL},
  {"tags", "s.tags", PDB_LIST, PDB_NEVER_NULL},
  {"tag", "s.tags", PDB_LIST, PDB_NEVER_NULL | PDB_HIDDEN},
  {"exported", "s.exported", PDB_BOOL, PDB_NEVER_NULL},
  {"line", "s.line", PDB_NUMBER, 0},
  {"title", "s.title", PDB_TEXT, PDB_NEVER_NULL},
  {"type", "s.type", PDB_TEXT, PDB_NEVER_NULL},
  {"environment", "ce.name", PDB_TEXT, 0},
  {"file", "s.file", PDB_TEXT, 0},
  {"parameters", "s.parameters", PDB_JSON, PDB_NEVER_NULL},
};

#define RELATIONSHIP                                                                                                   \
  "CASE json_extract(j.value, '$[2]') WHEN 0 THEN 'contains' WHEN 1 THEN 'before' WHEN 2 THEN 'notifies' WHEN 3 THEN " \
  "'required-by' ELSE 'subscription-of' END"

static const struct pdb_field edge_fields[] = {
  {"certname", "n.certname", PDB_TEXT, PDB_NEVER_NULL},   {"relationship", RELATIONSHIP, PDB_TEXT, PDB_NEVER_NULL},
  {"source_title", "es.title", PDB_TEXT, PDB_NEVER_NULL}, {"source_type", "es.type", PDB_TEXT, PDB_NEVER_NULL},
  {"target_title", "et.title", PDB_TEXT, PDB_NEVER_NULL}, {"target_type", "et.type", PDB_TEXT, PDB_NEVER_NULL},
};
/* CROSS JOIN fixes the order, because the planner misjudges json_each: from a node to its list, then from an edge to
 * its ends. */
#define EDGE_ENDS                                                                                                  \
  " CROSS JOIN json_each(l.edges) j CROSS JOIN catalog_resource cs ON cs.node = n.id AND cs.place = "              \
  "json_extract(j.value, '$[0]') "                                                                                 \
  "CROSS JOIN resource es ON es.id = cs.resource CROSS JOIN catalog_resource ct ON ct.node = n.id AND ct.place = " \
  "json_extract(j.value, '$[1]') CROSS JOIN resource et ON et.id = ct.resource"
#define EDGE_TABLES "node n JOIN edge_list l ON l.id = n.edges" EDGE_ENDS

#define ALL_RESOURCES                                                                                                 \
  "(SELECT json_group_array(json_object('resource', lower(hex(s.hash)), 'type', s.type, 'title', s.title, "           \
  "'exported', "                                                                                                      \
  "json(CASE s.exported WHEN 1 THEN 'true' ELSE 'false' END), 'file', s.file, 'line', s.line, 'tags', json(s.tags), " \
  "'parameters', json(s.parameters))) FROM catalog_resource c JOIN resource s ON s.id = c.resource WHERE c.node = "   \
  "n.id)"
#define ALL_EDGES                                                      \
  "(SELECT json_group_array(json_object('relationship', " RELATIONSHIP \
  ", 'source_type', es.type, 'source_title', es.title, "               \
  "'target_type', et.type, 'target_title', et.title)) FROM edge_list l" EDGE_ENDS " WHERE l.id = n.edges)"

static const struct pdb_field catalog_fields[] = {
  {"code_id", "n.catalog_code", PDB_TEXT, 0},
  {"certname", "n.certname", PDB_TEXT, PDB_NEVER_NULL},
  {"hash", "n.catalog_hash", PDB_HASH, 0},
  {"transaction_uuid", "n.catalog_transaction", PDB_TEXT, 0},
  {"job_id", "n.catalog_job", PDB_TEXT, 0},
  {"producer", "cp.name", PDB_TEXT, 0},
  {"catalog_uuid", "n.catalog_uuid", PDB_TEXT, 0},
  {"environment", "ce.name", PDB_TEXT, 0},
  {"edges", EXPANDED(ALL_EDGES, "'catalogs/' || n.certname || '/edges'"), PDB_SHOWN, PDB_SELECTED},
  {"version", "n.catalog_version", PDB_TEXT, 0},
  {"producer_timestamp", "n.catalog_produced", PDB_TIME, 0},
  {"resources", EXPANDED(ALL_RESOURCES, "'catalogs/' || n.certname || '/resources'"), PDB_SHOWN, PDB_SELECTED},
};

#define TRUTH(column) "json(CASE " column " WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END)"
#define ALL_EVENTS                                                                                                  \
  "(SELECT json_group_array(json_object('status', x.status, 'timestamp', pdb_time(x.at), 'resource_type', x.type, " \
  "'resource_title', "                                                                                              \
  "x.title, 'property', x.property, 'name', x.name, 'corrective_change', " TRUTH(                                   \
    "x.corrective") ", 'new_value', "                                                                               \
                    "json(coalesce(x.new_value, 'null')), 'old_value', json(coalesce(x.old_value, 'null')), "       \
                    "'message', x.message, 'file', x.file, "                                                        \
                    "'line', x.line, 'containment_path', json(coalesce(x.path, 'null')), 'containing_class', "      \
                    "x.class)) FROM event x WHERE "                                                                 \
                    "x.report = r.id)"

#define LATEST "(r.id IS n.report)"

static const struct pdb_field report_fields[] = {
  {"receive_time", "r.received", PDB_TIME, PDB_NEVER_NULL},
  {"corrective_change", "r.corrective", PDB_BOOL, 0},
  {"code_id", "r.code_id", PDB_TEXT, 0},
  {"noop", "r.noop", PDB_BOOL, 0},
  {"certname", "n.certname", PDB_TEXT, PDB_NEVER_NULL},
  {"puppet_version", "r.puppet_version", PDB_TEXT, 0},
  {"hash", "r.hash", PDB_HASH, PDB_NEVER_NULL},
  {"cached_catalog_status", "r.cached_catalog_status", PDB_TEXT, 0},
  {"transaction_uuid", "r.transaction_uuid", PDB_TEXT, 0},
  {"configuration_version", "r.configuration_version", PDB_TEXT, 0},
  {"status", "r.status", PDB_TEXT, 0},
  {"job_id", "r.job_id", PDB_TEXT, 0},
  {"producer", "rp.name", PDB_TEXT, 0},
  {"catalog_uuid", "r.catalog_uuid", PDB_TEXT, 0},
  {"logs", EXPANDED("coalesce(r.logs, 'null')", REPORT_HREF("logs")), PDB_SHOWN, PDB_SELECTED},
  {"noop_pending", "r.noop_pending", PDB_BOOL, 0},
  {"end_time", "r.end_time", PDB_TIME, PDB_NEVER_NULL},
  {"type", "r.type", PDB_TEXT, PDB_NEVER_NULL},
  {"environment", "re.name", PDB_TEXT, 0},
  {"start_time", "r.start_time", PDB_TIME, PDB_NEVER_NULL},
  {"resource_events", EXPANDED("coalesce(nullif(" ALL_EVENTS ", '[]'), 'null')", REPORT_HREF("events")), PDB_SHOWN,
   PDB_SELECTED},
  {"metrics", EXPANDED("coalesce(r.metrics, 'null')", REPORT_HREF("metrics")), PDB_SHOWN, PDB_SELECTED},
  {"producer_timestamp", "r.produced", PDB_TIME, PDB_NEVER_NULL},
  {"report_format", "r.format", PDB_NUMBER, PDB_NEVER_NULL},
  {"latest_report?", LATEST, PDB_BOOL, PDB_NEVER_NULL | PDB_HIDDEN},
};

static const struct pdb_field event_fields[] = {
  {"message", "x.message", PDB_TEXT, 0},
  {"old_value", "x.old_value", PDB_JSON, 0},
  {"report_receive_time", "r.received", PDB_TIME, PDB_NEVER_NULL},
  {"corrective_change", "x.corrective", PDB_BOOL, 0},
  {"containment_path", "x.path", PDB_LIST, 0},
  {"certname", "n.certname", PDB_TEXT, PDB_NEVER_NULL},
  {"timestamp", "x.at", PDB_TIME, PDB_NEVER_NULL},
  {"run_end_time", "r.end_time", PDB_TIME, PDB_NEVER_NULL},
  {"name", "x.name", PDB_TEXT, 0},
  {"configuration_version", "r.configuration_version", PDB_TEXT, 0},
  {"new_value", "x.new_value", PDB_JSON, 0},
  {"resource_title", "x.title", PDB_TEXT, PDB_NEVER_NULL},
  {"status", "x.status", PDB_TEXT, PDB_NEVER_NULL},
  {"property", "x.property", PDB_TEXT, 0},
  {"resource_type", "x.type", PDB_TEXT, PDB_NEVER_NULL},
  {"line", "x.line", PDB_NUMBER, 0},
  {"environment", "re.name", PDB_TEXT, 0},
  {"containing_class", "x.class", PDB_TEXT, 0},
  {"run_start_time", "r.start_time", PDB_TIME, PDB_NEVER_NULL},
  {"file", "x.file", PDB_TEXT, 0},
  {"report", "r.hash", PDB_HASH, PDB_NEVER_NULL},
  {"latest_report?", LATEST, PDB_BOOL, PDB_NEVER_NULL | PDB_HIDDEN},
};

static const struct pdb_field environment_fields[] = {{"name", "e.name", PDB_TEXT, PDB_NEVER_NULL}};
static const struct pdb_field producer_fields[] = {{"name", "p.name", PDB_TEXT, PDB_NEVER_NULL}};
static const struct pdb_field package_fields[] = {
  {"package_name", "p.name", PDB_TEXT, PDB_NEVER_NULL},
  {"version", "p.version", PDB_TEXT, PDB_NEVER_NULL},
  {"provider", "p.provider", PDB_TEXT, PDB_NEVER_NULL},
};
static const struct pdb_field inventory_package_fields[] = {
  {"certname", "n.certname", PDB_TEXT, PDB_NEVER_NULL},
  {"package_name", "p.name", PDB_TEXT, PDB_NEVER_NULL},
  {"version", "p.version", PDB_TEXT, PDB_NEVER_NULL},
  {"provider", "p.provider", PDB_TEXT, PDB_NEVER_NULL},
};

static const struct pdb_field input_fields[] = {
  {"certname", "n.certname", PDB_TEXT, PDB_NEVER_NULL},
  {"producer_timestamp", "n.inputs_produced", PDB_TIME, 0},
  {"catalog_uuid", "n.inputs_uuid", PDB_TEXT, 0},
  {"inputs", "l.inputs", PDB_LIST, PDB_NEVER_NULL | PDB_NESTED},
};
static const struct pdb_field input_content_fields[] = {
  {"certname", "n.certname", PDB_TEXT, PDB_NEVER_NULL},
  {"producer_timestamp", "n.inputs_produced", PDB_TIME, 0},
  {"catalog_uuid", "n.inputs_uuid", PDB_TEXT, 0},
  {"name", "json_extract(j.value, '$[1]')", PDB_TEXT, PDB_NEVER_NULL},
  {"type", "json_extract(j.value, '$[0]')", PDB_TEXT, PDB_NEVER_NULL},
};
#define INPUT_TABLES "node n JOIN input_list l ON l.id = n.inputs"

#define FACT_TABLES \
  "node n JOIN fact f ON f.node = n.id JOIN fact_value v ON v.id = f.value JOIN fact_name m ON m.id = f.name"
#define FIELDS(list) list, sizeof list / sizeof *list

const struct pdb_entity pdb_entities[] = {
  {"nodes", "nodes",
   "node n" ACTIVE_ENVIRONMENTS
   " LEFT JOIN report r ON r.id = n.report LEFT JOIN environment re ON re.id = r.environment",
   NULL, true, FIELDS(node_fields), "n.certname", false},
  {"facts", "facts", FACT_TABLES " LEFT JOIN environment fe ON fe.id = n.facts_environment", NULL, true,
   FIELDS(fact_fields), NULL, false},
  {"fact_contents", "fact-contents",
   FACT_TABLES " LEFT JOIN environment fe ON fe.id = n.facts_environment CROSS JOIN json_tree(v.json) t", IS_LEAF, true,
   FIELDS(content_fields), NULL, false, .alias = "fact_nodes"},
  {"fact_paths", "fact-paths",
   "(SELECT DISTINCT pdb_path(m.name, t.fullkey) AS path, CASE t.type WHEN 'text' THEN 'string' WHEN 'real' THEN "
   "'float' WHEN "
   "'true' THEN 'boolean' WHEN 'false' THEN 'boolean' ELSE t.type END AS type, m.name AS name, "
   "json_array_length(pdb_path(m.name, t.fullkey)) - 1 AS depth FROM fact_value v JOIN fact_name m ON m.id = v.name "
   "CROSS JOIN "
   "json_tree(v.json) t WHERE " IS_LEAF ") p",
   NULL, false, FIELDS(path_fields), "p.path, p.type", false},
  {"fact_names", "fact-names", "fact_name m", "EXISTS (SELECT 1 FROM fact_value v WHERE v.name = m.id)", false,
   FIELDS(name_fields), "m.name", true},
  {"factsets", "factsets",
   "node n LEFT JOIN environment fe ON fe.id = n.facts_environment LEFT JOIN producer fp ON fp.id = n.facts_producer",
   "n.facts_at IS NOT NULL", true, FIELDS(factset_fields), "n.certname", false},
  {"inventory", "inventory", "node n LEFT JOIN environment fe ON fe.id = n.facts_environment", "n.facts_at IS NOT NULL",
   true, FIELDS(inventory_fields), "n.certname", false},
  {"resources", "resources",
   "node n JOIN catalog_resource c ON c.node = n.id JOIN resource s ON s.id = c.resource LEFT JOIN environment ce ON "
   "ce.id = "
   "n.catalog_environment",
   NULL, true, FIELDS(resource_fields), NULL, false},
  {"edges", "edges", EDGE_TABLES, NULL, true, FIELDS(edge_fields), NULL, false},
  {"catalogs", "catalogs",
   "node n LEFT JOIN environment ce ON ce.id = n.catalog_environment LEFT JOIN producer cp ON cp.id = "
   "n.catalog_producer",
   "n.catalog_at IS NOT NULL", true, FIELDS(catalog_fields), "n.certname", false, .hidden_too = true},
  {"reports", "reports",
   "report r JOIN node n ON n.id = r.node LEFT JOIN environment re ON re.id = r.environment LEFT JOIN producer rp ON "
   "rp.id = "
   "r.producer",
   NULL, true, FIELDS(report_fields), NULL, false, .hidden_too = true},
  {"events", "events",
   "event x JOIN report r ON r.id = x.report JOIN node n ON n.id = r.node LEFT JOIN environment re ON re.id = "
   "r.environment",
   NULL, true, FIELDS(event_fields), NULL, false, .hidden_too = true},
  {"environments", "environments", "environment e", NULL, false, FIELDS(environment_fields), "e.name", false},
  {"producers", "producers", "producer p", NULL, false, FIELDS(producer_fields), "p.name", true},
  {"packages", "packages", "(SELECT DISTINCT name, version, provider FROM package) p", NULL, false,
   FIELDS(package_fields), "p.name, p.version, p.provider", false},
  {"package_inventory", "package-inventory", "node n JOIN package p ON p.node = n.id", NULL, true,
   FIELDS(inventory_package_fields), "n.certname, p.name", false},
  {"catalog_inputs", "catalog-inputs", INPUT_TABLES, NULL, true, FIELDS(input_fields), "n.certname", true},
  {"catalog_input_contents", "catalog-input-contents", INPUT_TABLES " CROSS JOIN json_each(l.inputs) j", NULL, true,
   FIELDS(input_content_fields), NULL, true},
};
const size_t pdb_entity_count = sizeof pdb_entities / sizeof *pdb_entities;

const struct pdb_entity *pdb_entity_named(str name)
{
  for (size_t i = 0; i < pdb_entity_count; i++) {
    if (str_eqz(name, pdb_entities[i].name) || str_eqz(name, pdb_entities[i].path)) return &pdb_entities[i];
  }
  return NULL;
}

const struct pdb_field *pdb_field_named(const struct pdb_entity *e, str name)
{
  for (size_t i = 0; i < e->nfields; i++) {
    if (str_eqz(name, e->fields[i].name)) return &e->fields[i];
  }
  return NULL;
}

/* Fields that must be equal in addition to the node's name; either entity may be the outer one. */
static const struct {
  const char *entity[2], *field[2];
  bool alone; /* the name of the node is not compared */
} relations[] = {
  {{"facts", "fact_contents"}, {"name", "name"}, false},
  {{"reports", "events"}, {"hash", "report"}, true},
  {{"fact_paths", "facts"}, {"name", "name"}, true},
  {{"fact_paths", "fact_contents"}, {"path", "path"}, true},
};

size_t pdb_relation(const struct pdb_entity *outer, const struct pdb_entity *inner, const char *pairs[4][2])
{
  static const char *const names[][2] = {{"environments", "environment"}, {"producers", "producer"}};
  size_t n = 0;
  bool alone = false;
  for (size_t i = 0; i < 2 * sizeof relations / sizeof *relations; i++) {
    const size_t row = i / 2, turned = i % 2;
    if (strcmp(outer->name, relations[row].entity[turned]) != 0 ||
        strcmp(inner->name, relations[row].entity[!turned]) != 0)
      continue;
    pairs[n][0] = relations[row].field[turned];
    pairs[n++][1] = relations[row].field[!turned];
    alone = relations[row].alone;
  }
  if (!alone && outer->has_node && inner->has_node) pairs[n][0] = pairs[n][1] = "certname", n++;
  for (size_t i = 0; n == 0 && i < 2; i++) {
    if (strcmp(outer->name, names[i][0]) == 0 && pdb_field_named(inner, str_of(names[i][1])) != NULL) {
      pairs[n][0] = "name", pairs[n++][1] = names[i][1];
    } else if (strcmp(inner->name, names[i][0]) == 0 && pdb_field_named(outer, str_of(names[i][1])) != NULL) {
      pairs[n][0] = names[i][1], pairs[n++][1] = "name";
    }
  }
  return n;
}
