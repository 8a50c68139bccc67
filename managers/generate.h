/* ficelle-generate: writes the files that SNMP managers load, from lists of objects (collectors/stats.def) and of
 * graphs (graphs.def). Each kind of output is one file of this folder, with one function that writes all its files for
 * a subject. */
#ifndef MANAGERS_GENERATE_H
#define MANAGERS_GENERATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buf.h"
#include "collectors/stats_table.h"

/* Ends the program because of an error in a list, so that incomplete files are not installed. */
_Noreturn void generate_die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Opens a file below the output folder, creating its folders; generate_close checks that
 * all was written. */
FILE *generate_open(const char *format, ...) __attribute__((format(printf, 1, 2)));
void generate_close(FILE *f);
/* Adds text with &, <, >, " and ' escaped. */
void generate_xml(FILE *f, const char *text);
/* Adds text as a string in double quotes, for JSON and YAML. */
void generate_quoted(FILE *f, const char *text);
/* A hash of two names (FNV-1a). */
uint64_t generate_hash(const char *kind, const char *name, uint64_t seed);

/* --- values collected by a manager ------------------------------------------------------------------- */

enum { OID_TEXT = 160 };

/* A number (or the label of a row) that is polled: a scalar, a cell in a row with a fixed index, or a column of a
 * table with rows by name. */
struct value {
  char alias[24]; /* at most 19 characters: also the name of a data source of RRDtool */
  const struct stats_info *stat;
  const struct stats_label_info *row; /* FIXED: the row */
  char oid[OID_TEXT];                 /* of the object or column, dotted, without a dot before it */
  char instance[40];                  /* "0", "4", "1.12"; "" in a table with rows by name */
  char what[96];                      /* description: "ficPhaseTimeSum of parse" */
};
struct values {
  struct value *v;
  size_t count;
};

void values_make(void);
/* The index of an object and row: "ficCmpTotal", "ficPhaseTimeSum.parse", "ficHistCount.COMPILE.100000". Ends the
 * program when it does not exist. */
size_t values_find(const char *name);
bool value_is_number(const struct stats_info *s);
/* The group of an object; the identifier of the object or column, as in struct value. */
const struct stats_group_info *stat_group(const struct stats_info *s);
void stat_oid(const struct stats_info *s, char out[OID_TEXT]);
void group_oid(const struct stats_group_info *g, char out[OID_TEXT]);
/* Whether it is a table with named rows; the column with the name as text. */
bool group_has_names(const struct stats_group_info *g);
const struct stats_info *group_label(const struct stats_group_info *g);
/* The column with the names of rows, also of those with fixed indices; NULL for scalars and histograms. */
const struct stats_info *group_names(const struct stats_group_info *g);
/* "env" for ENV; the result is static. */
const char *group_tag(const struct stats_group_info *g);

/* --- graphs ---------------------------------------------------------------------------------------------- */

enum { TERMS_MAX = 12, SERIES_MAX = 24, USED_MAX = 40 };

struct term {
  bool minus;
  size_t value; /* index in values */
};
struct terms {
  struct term t[TERMS_MAX];
  size_t count;
};

struct unit {
  const char *symbol, *factor, *text;
  int decimals;
};

enum series_kind { KIND_AREA, KIND_STACK, KIND_LINE, KIND_THIN };

struct series {
  enum series_kind kind;
  const char *colour; /* six hexadecimal digits */
  const char *label;
  const struct unit *unit;
  struct terms value, of; /* of: no terms without a division */
};

struct graph {
  const char *name, *axis, *title, *chapter;
  const struct stats_group_info *group; /* NULL: values of the host */
  struct series series[SERIES_MAX];
  size_t series_count;
  size_t used[USED_MAX]; /* indices of all values in it, each once */
  size_t used_count;
  const struct alarm *alarm; /* NULL: no threshold */
};
struct graphs {
  struct graph *g;
  size_t count;
};
/* The lists in graphs.c. */
struct graph_list;
extern const struct graph_list ficelle_drawn, redis_drawn, mysql_drawn;
const char *colour_raise(void);
const char *colour_clear(void);

void graphs_make(void);
/* Whether some graph of the subject shows the group. */
bool group_is_drawn(const struct stats_group_info *g);
/* The text of the axis. */
void graph_axis(const struct graph *g, char *out, size_t size);
/* Whether it shows parts of a whole in percent, so that the axis ends at 100. */
bool graph_is_whole(const struct graph *g);
const struct unit *graph_unit(const struct graph *g);
/* The factor for the value of an object with a threshold. */
double graph_factor(const struct graph *g);
/* The value of a series as RPN of RRDtool; name(arg, i) is the variable that holds value i. */
void series_rpn(const struct series *s, void (*name)(void *arg, size_t value, char out[24]), void *arg, char *out,
                size_t size);

/* --- thresholds ------------------------------------------------------------------------------------------ */

struct alarm {
  const char *name, *severity, *description;
  const struct stats_info *stat;
  double rising, falling; /* in the object's units */
  unsigned hold;          /* seconds */
};
struct alarms {
  struct alarm *a;
  size_t count;
};

/* Thresholds without a shipped alarm, for managers to evaluate: managers/thresholds.def. */
struct threshold {
  const char *name, *rows, *label, *expression, *severity, *description;
  double value, rearm;
  unsigned trigger;
};
struct thresholds {
  struct threshold *t;
  size_t count;
};

void alarms_make(void);

/* --- subjects -------------------------------------------------------------------------------------------- */

/* Names in a MIB module that are not objects. */
struct mib_names {
  const char *identity, *objects, *conformance, *compliances, *groups, *compliance, *arc;
};

/* A subject of files: a list of objects with its own MIB module. */
struct subject {
  const char *stem;   /* for names of files and in managers: "ficelle" */
  const char *title;  /* for people */
  const char *module; /* "FICELLE-MIB" */
  const struct mib_names *names;
  const char *about;    /* half a sentence: "what ficelle measures" */
  const char *text;     /* of the module */
  const char *readable; /* why not everybody should read it */
  const struct stats_list *list;
  const struct graph_list *drawn;
  const char *root;  /* of the module, dotted, without a dot before it */
  const char *below; /* the root to the objects: ".1" */
  struct values values;
  struct graphs graphs;
  struct alarms alarms;
  struct thresholds thresholds;
};
/* All subjects, and the present one. */
extern struct subject subjects[];
extern const size_t subject_count;
extern struct subject *subject;

/* The object of that name; -1 when unknown. */
int subject_find(const char *name);

/* --- PromQL ---------------------------------------------------------------------------------------------- */

/* Common parts of expressions. */
struct promql {
  const char *selector; /* labels that choose the host: "instance=\"$host\"" */
  const char *row;      /* a pattern for the name of the row, in tables with names */
  const char *range;    /* time range of rates: "5m" */
};
void promql_series(struct buf *b, const struct series *s, const struct promql *q);
/* An expression of thresholds.def. */
void promql_expression(struct buf *b, const char *text, const char *range);

/* --- outputs --------------------------------------------------------------------------------------------- */

/* Why an object is intentionally not in an output: managers/left_out.def. NULL: it must be there. */
const char *left_out(const char *output, const struct stats_info *s);

void mib_write(void);
/* The object with the start time of a group's counters: the row's stamp, else the global one, else NULL. */
const char *mib_discontinuity(const struct stats_group_info *g);
void opennms_write(void);
void cacti_write(void);
void reference_write(void);
void grafana_write(void);
void zabbix_write(void);
void checks_write(void);
void librenms_write(void);
/* Writes all subjects into one file. */
void prometheus_write(void);

#endif
