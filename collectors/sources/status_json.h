/* Numbers in the JSON of puppetserver's and PuppetDB's status and metrics. Members differ between versions, and
 * numbers are sometimes written as texts: values that are missing or not numbers are left out. */
#ifndef COLLECTORS_SOURCES_STATUS_JSON_H
#define COLLECTORS_SOURCES_STATUS_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"
#include "collectors/sources/source.h"

/* A member below `root`: names separated by "/"; in a list the item in which a member has a given text
 * ("http-metrics[route-id=total]/count", where the text may contain any character but "]"). "a|b" is the first name
 * that exists. NULL if missing. */
const json_t *status_json_at(const json_t *root, const char *path);

/* An integer, a real number, or a text with one. */
bool status_json_number(const json_t *value, double *number);

/* How to record a number: scaled and rounded; negative ones are left out. */
struct status_json_row {
  const char *path;
  uint32_t id; /* STAT_ */
  double scale;
};
void status_json_record(const json_t *root, const struct status_json_row *rows, size_t n, struct stats_record *record);

/* The value as a number for the record, scaled; false if missing. */
bool status_json_scaled(const json_t *root, const char *path, double scale, uint64_t *to);

/* The objects for both servers' data about their Java virtual machine. */
struct status_json_jvm {
  uint32_t up_s, started_at, heap_used, heap_most, other_used, files, files_most, cpu, gc_cpu, threads, gc_count,
    gc_time;
};
void status_json_record_jvm(const json_t *services, const struct status_json_jvm *ids, struct stats_record *record);

/* The worst state of all services as STATS_SERVICESTATE_, and the name of that service; the alerts of all. */
struct status_json_services {
  uint32_t state;
  const char *worst; /* borrowed from the JSON */
  uint64_t alerts;
};
/* False if it is not an answer of a status service: an object of services with states. */
bool status_json_services(const json_t *services, struct status_json_services *to);

/* Records the state and the number of alerts, and sets the outcome: OK, with a reason when not all services run;
 * CORRUPT, returning false, when the answer is invalid or has no service `own` (names separated by "|"). */
bool status_json_record_services(const json_t *services, const char *own, uint32_t state, uint32_t alerts,
                                 struct stats_record *record, struct source_outcome *outcome);

/* Records a text if it exists. */
void status_json_text(const json_t *root, const char *path, uint32_t id, struct stats_record *record);

#endif
