/* The tables. Data that many nodes have in common is stored once: values of facts, and resources with all their
 * parameters, which are found by a hash of their contents; a node then has rows of two numbers. So an unchanged
 * catalog costs one row, and most facts of a run none. Times are milliseconds since 1970; long lists are JSON. */
#ifndef FICELLE_INDIRECTOR_STORE_SCHEMA_H
#define FICELLE_INDIRECTOR_STORE_SCHEMA_H

static const char store_schema[] =
  "CREATE TABLE environment (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
  "CREATE TABLE producer (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
  /* The node, its set of facts, its catalog. */
  "CREATE TABLE node (id INTEGER PRIMARY KEY, certname TEXT NOT NULL UNIQUE,"
  "  deactivated INTEGER, expired INTEGER, seen INTEGER,"
  "  facts_at INTEGER, facts_produced INTEGER, facts_environment INTEGER, facts_producer INTEGER, facts_hash BLOB,"
  "  catalog_at INTEGER, catalog_produced INTEGER, catalog_environment INTEGER, catalog_producer INTEGER, catalog_hash "
  "BLOB,"
  "  catalog_version TEXT, catalog_transaction TEXT, catalog_uuid TEXT, catalog_code TEXT, catalog_job TEXT,"
  "  edges INTEGER, report INTEGER);"
  "CREATE TABLE fact_name (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
  "CREATE TABLE fact_value (id INTEGER PRIMARY KEY, name INTEGER NOT NULL, hash INTEGER NOT NULL, json TEXT NOT NULL,"
  "  number REAL);"
  "CREATE INDEX fact_value_hash ON fact_value (name, hash);"
  "CREATE TABLE fact (node INTEGER NOT NULL, name INTEGER NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (node, name)) "
  "WITHOUT ROWID;"
  "CREATE INDEX fact_node ON fact (value, node);"
  "CREATE TABLE resource (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, type TEXT NOT NULL, title TEXT NOT NULL,"
  "  exported INTEGER NOT NULL, file TEXT, line INTEGER, tags TEXT NOT NULL, parameters TEXT NOT NULL);"
  "CREATE INDEX resource_title ON resource (type, title);"
  "CREATE INDEX resource_exported ON resource (type) WHERE exported = 1;"
  "CREATE TABLE catalog_resource (node INTEGER NOT NULL, place INTEGER NOT NULL, resource INTEGER NOT NULL,"
  "  PRIMARY KEY (node, place)) WITHOUT ROWID;"
  "CREATE INDEX catalog_resource_node ON catalog_resource (resource, node);"
  /* [source place, target place, relationship] each; nodes with equal edges share one list. */
  "CREATE TABLE edge_list (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, edges TEXT NOT NULL);"
  "CREATE INDEX node_edges ON node (edges);"
  "CREATE TABLE report (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, node INTEGER NOT NULL, type TEXT NOT NULL,"
  "  status TEXT, noop INTEGER, noop_pending INTEGER, corrective INTEGER, start_time INTEGER NOT NULL, end_time "
  "INTEGER NOT NULL,"
  "  produced INTEGER NOT NULL, received INTEGER NOT NULL, environment INTEGER, producer INTEGER, format INTEGER NOT "
  "NULL,"
  "  puppet_version TEXT, configuration_version TEXT, transaction_uuid TEXT, catalog_uuid TEXT, code_id TEXT, job_id "
  "TEXT,"
  "  cached_catalog_status TEXT, metrics TEXT, logs TEXT);"
  "CREATE INDEX report_node ON report (node, end_time);"
  "CREATE INDEX report_end ON report (end_time);"
  "CREATE INDEX report_produced ON report (produced, status);"
  "CREATE TABLE event (report INTEGER NOT NULL, place INTEGER NOT NULL, status TEXT NOT NULL, at INTEGER NOT NULL,"
  "  type TEXT NOT NULL, title TEXT NOT NULL, property TEXT, name TEXT, old_value TEXT, new_value TEXT, message TEXT,"
  "  file TEXT, line INTEGER, path TEXT, class TEXT, corrective INTEGER, PRIMARY KEY (report, place)) WITHOUT ROWID;"
  "CREATE INDEX event_status ON event (status, at);"
  "CREATE TABLE package (node INTEGER NOT NULL, name TEXT NOT NULL, version TEXT NOT NULL, provider TEXT NOT NULL,"
  "  PRIMARY KEY (node, name, version, provider)) WITHOUT ROWID;"
  "CREATE TABLE keeper (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;";

/* What version 3 added: [kind, name] of each input of a catalog; nodes with equal inputs share one list. */
static const char store_schema_3[] =
  "CREATE TABLE input_list (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, inputs TEXT NOT NULL);"
  "ALTER TABLE node ADD COLUMN inputs INTEGER;"
  "ALTER TABLE node ADD COLUMN inputs_produced INTEGER;"
  "ALTER TABLE node ADD COLUMN inputs_uuid TEXT;"
  "CREATE INDEX node_inputs ON node (inputs);";

#endif
