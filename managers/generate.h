/* ficelle-generate: writes what SNMP managers load, from collectors/stats.def and graphs.def. Each kind of output is
 * one file of this folder, with one function that writes all its files. */
#ifndef MANAGERS_GENERATE_H
#define MANAGERS_GENERATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "collectors/stats_table.h"

/* A mistake in a list ends the program: nothing half-right is installed. */
_Noreturn void generate_die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The root, dotted, without a dot before it. */
extern const char *generate_root;

/* Opens a file below the output folder, making the folders that lead to it; generate_close checks that all was written. */
FILE *generate_open(const char *format, ...) __attribute__((format(printf, 1, 2)));
void generate_close(FILE *f);
/* Adds text with &, <, >, " and ' escaped. */
void generate_xml(FILE *f, const char *text);

/* --- values: what a manager collects --------------------------------------------------------------------- */

/* A number (or the label of a row) that is polled: a scalar, a cell in a row with a fixed index, or a column of a
 * table with rows by name. */
struct value {
  char alias[24];               /* at most 19 characters: also the name of a data source of RRDtool */
  const struct stats_info *stat;
  const struct stats_label_info *row;   /* FIXED: the row */
  char oid[40];                 /* below ficObjects: "2.1", "6.1.4" */
  char instance[40];            /* "0", "4", "1.12"; "" in a table with rows by name */
  char what[96];                /* for people: "ficPhaseTimeSum of parse" */
};
struct values {
  struct value *v;
  size_t count;
};
extern struct values values;

void values_make(void);
/* Object and row: "ficCmpTotal", "ficPhaseTimeSum.parse", "ficHistCount.COMPILE.100000". Ends the program when it does not exist. */
size_t values_find(const char *name);
bool value_is_number(const struct stats_info *s);
/* A table whose rows come and go under names; the column with the name as text. */
bool group_has_names(const struct stats_group_info *g);
const struct stats_info *group_label(const struct stats_group_info *g);
/* "env" for ENV; the result is static. */
const char *group_tag(const struct stats_group_info *g);

/* --- graphs ---------------------------------------------------------------------------------------------- */

enum { TERMS_MAX = 12, SERIES_MAX = 24, USED_MAX = 40 };

struct term {
  bool minus;
  size_t value;       /* index in values */
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
  const char *colour;         /* six hexadecimal digits */
  const char *label;
  const struct unit *unit;
  struct terms value, of;     /* of: no terms when nothing is divided by */
};

struct graph {
  const char *name, *axis, *title;
  const struct stats_group_info *group;   /* NULL: values of the host */
  struct series series[SERIES_MAX];
  size_t series_count;
  size_t used[USED_MAX];                  /* indices of all values in it, each once */
  size_t used_count;
  const struct alarm *alarm;              /* NULL: no threshold */
};
struct graphs {
  struct graph *g;
  size_t count;
};
extern struct graphs graphs;
const char *colour_raise(void);
const char *colour_clear(void);

void graphs_make(void);
/* The text at the axis. */
void graph_axis(const struct graph *g, char *out, size_t size);
/* The parts of a whole in percent: the axis ends at 100. */
bool graph_is_whole(const struct graph *g);
const struct unit *graph_unit(const struct graph *g);
/* The value of a series as RPN of RRDtool; name(arg, i) is the variable that holds value i. */
void series_rpn(const struct series *s, void (*name)(void *arg, size_t value, char out[24]), void *arg, char *out,
                size_t size);

/* --- thresholds ------------------------------------------------------------------------------------------ */

struct alarm {
  const char *name, *severity, *description;
  const struct stats_info *stat;
  double rising, falling;     /* in the object's units */
  unsigned hold;              /* seconds */
};
struct alarms {
  struct alarm *a;
  size_t count;
};
extern struct alarms alarms;

void alarms_make(void);

/* --- outputs --------------------------------------------------------------------------------------------- */

/* Objects that are not in an output on purpose: managers/left_out.def. NULL: it must be there. */
const char *left_out(const char *output, const struct stats_info *s);

void mib_write(void);
void opennms_write(void);
void cacti_write(void);
void reference_write(void);

#endif
