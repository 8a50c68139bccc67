/* Cacti 1.2: templates for a device and its graphs, and a data query for each table with rows by name. The script
 * cacti-package builds an importable package from them.
 *
 * The identifiers of elements in Cacti are derived from their names, so importing a newer package changes the existing
 * elements instead of adding new ones. A value of the host has a data template of its own; the columns of a table
 * share one, so that a row has one file. Counters are DERIVE with a minimum of 0, so that a lost store causes no
 * spike. */
#include <inttypes.h>
#include <string.h>

#include "managers/generate.h"

/* Kinds of elements, by the first two digits, and the version of their format. */
#define GRAPH_TEMPLATE "00"
#define DATA_TEMPLATE "01"
#define DEVICE_TEMPLATE "02"
#define DATA_QUERY "04"
#define CDEF "05"
#define GPRINT "06"
#define DATA_ITEM "08"
#define GRAPH_INPUT "09"
#define GRAPH_ITEM "10"
#define QUERY_GRAPH "11"
#define QUERY_GRAPH_NAME "12"
#define QUERY_DATA_NAME "13"
#define CDEF_ITEM "14"
#define FORMAT "0103"

/* Parts of every Cacti. */
#define GET_SNMP "hash_0301033eb92bb845b9660a7445cf9740726522"
#define GET_SNMP_OID "hash_0701034276a5ec6e3fe33995129041b1909762"
#define GET_INDEXED "hash_030103bf566c869ac6443b0c75d1c32b5a350e"
#define INDEX_TYPE "hash_0701036027a919c7c7731fbe095b6f53ab127b"
#define INDEX_VALUE "hash_070103cbbe5c1ddfb264a6e5d509ce1c78c95f"
#define OUTPUT_TYPE "hash_070103e6deda7be0f391399c5130e7c4a48b28"
#define PROFILE "hash_200103d62c52891f4f9688729a5bc9fad91b18"

enum {
  TYPE_COMMENT = 1,
  TYPE_HRULE = 2,
  TYPE_LINE1 = 4,
  TYPE_LINE2 = 5,
  TYPE_AREA = 7,
  TYPE_STACK = 8,
  TYPE_GPRINT = 9,
  TYPE_NOTHING = 40
};
enum { CF_AVERAGE = 1, CF_MIN = 2, CF_MAX = 3, CF_LAST = 4 };

struct id {
  char text[48];
};

static FILE *out;

static struct id id_of(const char *kind, const char *name)
{
  struct id id;
  snprintf(id.text, sizeof id.text, "hash_%s" FORMAT "%016" PRIx64 "%016" PRIx64, kind,
           generate_hash(kind, name, 14695981039346656037u), generate_hash(kind, name, 0x6669636c6c65u));
  return id;
}

static void element(const char *name, const char *text)
{
  fprintf(out, "<%s>", name);
  generate_xml(out, text);
  fprintf(out, "</%s>\n", name);
}

static void number(const char *name, long value) { fprintf(out, "<%s>%ld</%s>\n", name, value, name); }

static void begin(struct id id) { fprintf(out, "<%s>\n", id.text); }

static void end(struct id id) { fprintf(out, "</%s>\n", id.text); }

static const char *table_key(const struct stats_group_info *g) { return g->name; }

/* --- data templates --- */

/* A data source cannot change any settings. */
static void data_item(const struct value *v)
{
  struct id id = id_of(DATA_ITEM, v->alias);
  bool counter = stats_is_counter(v->stat);
  begin(id);
  element("t_data_source_name", "");
  element("data_source_name", v->alias);
  element("t_rrd_minimum", "");
  element("rrd_minimum", "0");
  element("t_rrd_maximum", "");
  element("rrd_maximum", "U");
  element("t_data_source_type_id", "");
  number("data_source_type_id", counter ? 3 : 1);
  element("t_rrd_heartbeat", "");
  number("rrd_heartbeat", 600);
  element("t_data_input_field_id", "");
  number("data_input_field_id", 0);
  end(id);
}

static void data_begin(struct id id, const char *name, const char *title, const char *method)
{
  begin(id);
  element("name", name);
  fprintf(out, "<ds>\n");
  element("t_name", "");
  element("name", title);
  element("data_source_path", "");
  element("data_input_id", method);
  element("t_data_source_profile_id", "");
  element("data_source_profile_id", PROFILE);
  element("t_rrd_step", "");
  number("rrd_step", 300);
  element("t_active", "");
  element("active", "on");
  fprintf(out, "</ds>\n<items>\n");
}

static void input(int n, const char *field, const char *per_source, const char *value)
{
  fprintf(out, "<item_%03d>\n", n);
  element("data_input_field_id", field);
  element("t_value", per_source);
  element("value", value);
  fprintf(out, "</item_%03d>\n", n);
}

static void data_of_host(const struct value *v)
{
  char name[160], title[200], oid[OID_TEXT + 48];
  struct id id = id_of(DATA_TEMPLATE, v->alias);
  snprintf(name, sizeof name, "%s - %s", subject->stem, v->what);
  snprintf(title, sizeof title, "|host_description| - %s", v->what);
  snprintf(oid, sizeof oid, ".%s.%s", v->oid, v->instance);
  data_begin(id, name, title, GET_SNMP);
  data_item(v);
  fprintf(out, "</items>\n<data>\n");
  input(0, GET_SNMP_OID, "", oid);
  fprintf(out, "</data>\n");
  end(id);
}

static bool of_table(const struct value *v, const struct stats_group_info *g)
{
  return &subject->list->groups[v->stat->group] == g && left_out("cacti", v->stat) == NULL;
}

static void data_of_table(const struct stats_group_info *g)
{
  char name[160], title[200];
  struct id id = id_of(DATA_TEMPLATE, table_key(g));
  snprintf(name, sizeof name, "%s - row of %sTable", subject->stem, g->name);
  snprintf(title, sizeof title, "|host_description| - %s |query_%s|", group_tag(g), group_label(g)->name);
  data_begin(id, name, title, GET_INDEXED);
  for (size_t i = 0; i < subject->values.count; i++) {
    if (of_table(&subject->values.v[i], g)) data_item(&subject->values.v[i]);
  }
  fprintf(out, "</items>\n<data>\n");
  input(0, INDEX_TYPE, "on", "");
  input(1, INDEX_VALUE, "on", "");
  input(2, OUTPUT_TYPE, "on", "");
  fprintf(out, "</data>\n");
  end(id);
}

/* --- graph templates --- */

/* Cacti names the data sources of a graph in the order of their first use, by letters for the digits of their index:
 * a, b, ... j, ba, bb. */
static void variable(void *arg, size_t value, char name[24])
{
  const struct graph *g = arg;
  size_t place = 0, n = 0;
  while (g->used[place] != value) place++;
  char digits[24];
  snprintf(digits, sizeof digits, "%zu", place);
  for (; digits[n] != '\0'; n++) name[n] = (char)('a' + digits[n] - '0');
  name[n] = '\0';
  /* 25, 345 and 2345: reserved words of rrdtool, which Cacti avoids. */
  static const char *const reserved[] = {"cf", "def", "cdef"};
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
    if (strcmp(name, reserved[i]) == 0) snprintf(name, 24, "zz%s", reserved[i]);
}

struct item {
  int type, cf;
  const char *source; /* alias */
  const char *colour; /* "0": none */
  const char *cdef;   /* its name, or NULL */
  const char *gprint, *text, *value, *dashes;
  bool last; /* of a line of the legend */
};

static unsigned sequence;

static void item(const struct graph *g, const struct item *i)
{
  char key[128];
  snprintf(key, sizeof key, "%s/%u", g->name, ++sequence);
  struct id id = id_of(GRAPH_ITEM, key);
  begin(id);
  number("graph_type_id", i->type);
  element("task_item_id", i->source != NULL ? id_of(DATA_ITEM, i->source).text : "0");
  element("color_id", i->colour != NULL ? i->colour : "0");
  element("alpha", i->type == TYPE_AREA || i->type == TYPE_STACK ? "B0" : "FF");
  number("consolidation_function_id", i->cf);
  element("cdef_id", i->cdef != NULL ? id_of(CDEF, i->cdef).text : "0");
  element("vdef_id", "0");
  element("shift", "");
  element("value", i->value != NULL ? i->value : "");
  element("gprint_id", i->gprint != NULL ? id_of(GPRINT, i->gprint).text : "0");
  element("textalign", "");
  element("text_format", i->text != NULL ? i->text : "");
  element("hard_return", i->last ? "on" : "");
  element("line_width", i->type == TYPE_LINE2 ? "2.00" : "1.00");
  element("dashes", i->dashes != NULL ? i->dashes : "");
  element("dash_offset", "0");
  number("sequence", sequence);
  end(id);
}

static const char *gprint_name(const struct unit *u)
{
  static const char *const names[] = {"ficelle 0", "ficelle 1", "ficelle 2", "ficelle 3"};
  return names[u->decimals];
}

static void cdef_name(const struct graph *g, size_t series, char name[128])
{
  snprintf(name, 128, "%s - %s %zu", subject->stem, g->name, series + 1);
}

static void curve(const struct graph *g, size_t n)
{
  static const struct {
    int cf;
    const char *text;
  } figures[] = {{CF_LAST, "last"}, {CF_AVERAGE, "mean"}, {CF_MIN, "least"}, {CF_MAX, "most"}};
  static const int types[] = {
    [KIND_AREA] = TYPE_AREA, [KIND_STACK] = TYPE_STACK, [KIND_LINE] = TYPE_LINE2, [KIND_THIN] = TYPE_LINE1};
  const struct series *s = &g->series[n];
  char name[128];
  cdef_name(g, n, name);
  const char *source = subject->values.v[s->value.t[0].value].alias;
  item(
    g,
    &(struct item){
      .type = types[s->kind], .cf = CF_AVERAGE, .source = source, .colour = s->colour, .cdef = name, .text = s->label});
  for (size_t i = 0; i < 4; i++)
    item(g, &(struct item){.type = TYPE_GPRINT,
                           .cf = figures[i].cf,
                           .source = source,
                           .cdef = name,
                           .gprint = gprint_name(s->unit),
                           .text = figures[i].text,
                           .last = i == 3});
}

static void thresholds(const struct graph *g)
{
  const double factor = graph_factor(g);
  char raise[32], clear[32], text[96];
  snprintf(raise, sizeof raise, "%g", g->alarm->rising * factor);
  snprintf(clear, sizeof clear, "%g", g->alarm->falling * factor);
  snprintf(text, sizeof text, "alarm %s (as shipped) is raised at %s", g->alarm->name, raise);
  item(g,
       &(struct item){
         .type = TYPE_HRULE, .cf = CF_AVERAGE, .colour = colour_raise(), .value = raise, .text = text, .last = true});
  snprintf(text, sizeof text, "and cleared at %s", clear);
  item(g, &(struct item){.type = TYPE_HRULE,
                         .cf = CF_AVERAGE,
                         .colour = colour_clear(),
                         .value = clear,
                         .text = text,
                         .dashes = "5,5",
                         .last = true});
}

static void graph_settings(const struct graph *g)
{
  char title[200], axis[96];
  if (g->group == NULL) snprintf(title, sizeof title, "|host_description| - %s", g->title);
  else snprintf(title, sizeof title, "|host_description| - %s - |query_%s|", g->title, group_label(g->group)->name);
  graph_axis(g, axis, sizeof axis);
  const bool whole = graph_is_whole(g);
  const struct {
    const char *name, *value;
  } settings[] = {
    {"title", title},
    {"vertical_label", axis},
    {"image_format_id", "1"},
    {"height", "150"},
    {"width", "600"},
    {"base_value", "1000"},
    {"slope_mode", ""},
    {"auto_scale", whole ? "" : "on"},
    {"auto_scale_opts", "2"},
    {"auto_scale_log", ""},
    {"scale_log_units", ""},
    {"auto_scale_rigid", whole ? "on" : ""},
    {"upper_limit", whole ? "100" : "0"},
    {"lower_limit", "0"},
    {"unit_value", ""},
    {"unit_exponent_value", "0"},
    {"unit_length", "8"},
    {"no_gridfit", ""},
    {"alt_y_grid", ""},
    {"right_axis", ""},
    {"right_axis_label", ""},
    {"right_axis_format", "0"},
    {"right_axis_formatter", "0"},
    {"left_axis_formatter", "0"},
    {"auto_padding", "on"},
    {"dynamic_labels", ""},
    {"force_rules_legend", "on"},
    {"tab_width", ""},
    {"legend_position", "0"},
    {"legend_direction", "0"},
  };
  fprintf(out, "<graph>\n");
  for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
    char name[64];
    snprintf(name, sizeof name, "t_%s", settings[i].name);
    element(name, "");
    element(settings[i].name, settings[i].value);
  }
  fprintf(out, "</graph>\n");
}

/* Lists the items of each data source, so that a user can assign another one. `first` items draw nothing, but give
 * each data source its letter. */
static void inputs(const struct graph *g)
{
  fprintf(out, "<inputs>\n");
  for (size_t u = 0; u < g->used_count; u++) {
    char key[128];
    const struct value *v = &subject->values.v[g->used[u]];
    snprintf(key, sizeof key, "%s/%s", g->name, v->alias);
    struct id id = id_of(GRAPH_INPUT, key);
    begin(id);
    element("name", v->what);
    element("description", "");
    element("column_name", "task_item_id");
    fprintf(out, "<items>");
    unsigned place = (unsigned)g->used_count;
    snprintf(key, sizeof key, "%s/%zu", g->name, u + 1);
    fprintf(out, "%s", id_of(GRAPH_ITEM, key).text);
    for (size_t s = 0; s < g->series_count; s++) {
      for (unsigned i = 0; i < 5; i++) {
        snprintf(key, sizeof key, "%s/%u", g->name, ++place);
        if (g->series[s].value.t[0].value == g->used[u]) fprintf(out, "|%s", id_of(GRAPH_ITEM, key).text);
      }
    }
    fprintf(out, "</items>\n");
    end(id);
  }
  fprintf(out, "</inputs>\n");
}

static void graph(const struct graph *g)
{
  struct id id = id_of(GRAPH_TEMPLATE, g->name);
  char name[160];
  snprintf(name, sizeof name, "%s - %s%s%s", subject->stem, g->group != NULL ? group_tag(g->group) : "",
           g->group != NULL ? " - " : "", g->title);
  begin(id);
  element("name", name);
  graph_settings(g);
  fprintf(out, "<items>\n");
  sequence = 0;
  for (size_t i = 0; i < g->used_count; i++)
    item(g, &(struct item){.type = TYPE_NOTHING, .cf = CF_AVERAGE, .source = subject->values.v[g->used[i]].alias});
  for (size_t i = 0; i < g->series_count; i++) curve(g, i);
  if (g->alarm != NULL) thresholds(g);
  fprintf(out, "</items>\n");
  inputs(g);
  end(id);
}

static void cdefs(const struct graph *g)
{
  for (size_t i = 0; i < g->series_count; i++) {
    char name[128], rpn[900];
    cdef_name(g, i, name);
    series_rpn(&g->series[i], variable, (void *)g, rpn, sizeof rpn);
    struct id id = id_of(CDEF, name), part = id_of(CDEF_ITEM, name);
    begin(id);
    element("name", name);
    fprintf(out, "<items>\n");
    begin(part);
    number("sequence", 1);
    number("type", 6);
    element("value", rpn);
    end(part);
    fprintf(out, "</items>\n");
    end(id);
  }
}

/* --- data queries --- */

static void query_graph(const struct graph *g)
{
  struct id id = id_of(QUERY_GRAPH, g->name), name = id_of(QUERY_GRAPH_NAME, g->name),
            data = id_of(QUERY_DATA_NAME, g->name);
  char title[200];
  unsigned n = 0;
  begin(id);
  element("graph_template_id", id_of(GRAPH_TEMPLATE, g->name).text);
  element("name", g->title);
  fprintf(out, "<rrd>\n");
  for (size_t i = 0; i < subject->values.count; i++) {
    if (!of_table(&subject->values.v[i], g->group)) continue;
    fprintf(out, "<item_%03u>\n", n);
    element("snmp_field_name", subject->values.v[i].alias);
    element("data_template_id", id_of(DATA_TEMPLATE, table_key(g->group)).text);
    element("data_template_rrd_id", id_of(DATA_ITEM, subject->values.v[i].alias).text);
    fprintf(out, "</item_%03u>\n", n++);
  }
  fprintf(out, "</rrd>\n<sv_graph>\n");
  begin(name);
  element("field_name", "title");
  number("sequence", 1);
  snprintf(title, sizeof title, "|host_description| - %s - |query_%s|", g->title, group_label(g->group)->name);
  element("text", title);
  end(name);
  fprintf(out, "</sv_graph>\n<sv_data_source>\n");
  begin(data);
  element("field_name", "name");
  element("data_template_id", id_of(DATA_TEMPLATE, table_key(g->group)).text);
  number("sequence", 1);
  snprintf(title, sizeof title, "|host_description| - %s |query_%s|", group_tag(g->group), group_label(g->group)->name);
  element("text", title);
  end(data);
  fprintf(out, "</sv_data_source>\n");
  end(id);
}

static void query(const struct stats_group_info *g)
{
  struct id id = id_of(DATA_QUERY, table_key(g));
  char text[160];
  begin(id);
  snprintf(text, sizeof text, "%s - %s", subject->stem, group_tag(g));
  element("name", text);
  element("description", g->description);
  snprintf(text, sizeof text, "<path_cacti>/resource/snmp_queries/%s_%s.xml", subject->stem, group_tag(g));
  element("xml_path", text);
  element("data_input_id", GET_INDEXED);
  fprintf(out, "<graphs>\n");
  for (size_t i = 0; i < subject->graphs.count; i++) {
    if (subject->graphs.g[i].group == g) query_graph(&subject->graphs.g[i]);
  }
  fprintf(out, "</graphs>\n");
  end(id);
}

/* How to find the rows: their index is the part after the column's identifier. */
static void query_file(const struct stats_group_info *g)
{
  char oid[OID_TEXT + 1] = ".";
  out = generate_open("cacti/resource/snmp_queries/%s_%s.xml", subject->stem, group_tag(g));
  const struct stats_info *label = group_label(g);
  fprintf(out, "<interface>\n");
  char name[64];
  snprintf(name, sizeof name, "%s %s", subject->stem, group_tag(g));
  element("name", name);
  element("description", g->description);
  stat_oid(label, oid + 1);
  element("oid_index", oid);
  fprintf(out, "<oid_index_parse>OID/REGEXP:");
  for (const char *p = oid; *p != '\0'; p++) fprintf(out, "%s%c", *p == '.' ? "\\" : "", *p);
  fprintf(out, "\\.(.*)$</oid_index_parse>\n");
  element("index_order", label->name);
  element("index_order_type", "alphabetic");
  element("index_title_format", "|chosen_order_field|");
  fprintf(out, "<fields>\n<%s>\n", label->name);
  element("name", "Name");
  element("method", "walk");
  element("source", "value");
  element("direction", "input");
  element("oid", oid);
  fprintf(out, "</%s>\n", label->name);
  for (size_t i = 0; i < subject->values.count; i++) {
    const struct value *v = &subject->values.v[i];
    if (!of_table(v, g)) continue;
    fprintf(out, "<%s>\n", v->alias);
    element("name", v->what);
    element("method", "walk");
    element("source", "value");
    element("direction", "output");
    snprintf(oid + 1, OID_TEXT, "%s", v->oid);
    element("oid", oid);
    fprintf(out, "</%s>\n", v->alias);
  }
  fprintf(out, "</fields>\n</interface>\n");
  generate_close(out);
}

static void device(void)
{
  struct id id = id_of(DEVICE_TEMPLATE, subject->stem);
  const char *bar = "";
  begin(id);
  element("name", subject->stem);
  element("class", "linux");
  fprintf(out, "<graph_templates>");
  for (size_t i = 0; i < subject->graphs.count; i++) {
    if (subject->graphs.g[i].group != NULL) continue;
    fprintf(out, "%s%s", bar, id_of(GRAPH_TEMPLATE, subject->graphs.g[i].name).text);
    bar = "|";
  }
  bar = "";
  fprintf(out, "</graph_templates>\n<data_queries>");
  for (size_t i = 0; i < subject->list->group_count; i++) {
    if (!group_has_names(&subject->list->groups[i]) || !group_is_drawn(&subject->list->groups[i])) continue;
    fprintf(out, "%s%s", bar, id_of(DATA_QUERY, table_key(&subject->list->groups[i])).text);
    bar = "|";
  }
  fprintf(out, "</data_queries>\n");
  end(id);
}

void cacti_write(void)
{
  for (size_t i = 0; i < subject->list->group_count; i++) {
    if (group_has_names(&subject->list->groups[i]) && group_is_drawn(&subject->list->groups[i]))
      query_file(&subject->list->groups[i]);
  }
  out = generate_open("cacti/%s_Device.xml", subject->stem);
  fprintf(out, "<cacti>\n");
  device();
  for (int decimals = 0; decimals < 4; decimals++) {
    char text[32];
    struct id id = id_of(GPRINT, gprint_name(&(struct unit){.decimals = decimals}));
    begin(id);
    element("name", gprint_name(&(struct unit){.decimals = decimals}));
    snprintf(text, sizeof text, " %%10.%dlf", decimals);
    element("gprint_text", text);
    end(id);
  }
  for (size_t i = 0; i < subject->graphs.count; i++) cdefs(&subject->graphs.g[i]);
  for (size_t i = 0; i < subject->values.count; i++) {
    const struct value *v = &subject->values.v[i];
    if (!group_has_names(&subject->list->groups[v->stat->group]) && left_out("cacti", v->stat) == NULL) data_of_host(v);
  }
  for (size_t i = 0; i < subject->list->group_count; i++) {
    const struct stats_group_info *g = &subject->list->groups[i];
    if (group_has_names(g) && group_is_drawn(g)) data_of_table(g);
  }
  for (size_t i = 0; i < subject->graphs.count; i++) graph(&subject->graphs.g[i]);
  for (size_t i = 0; i < subject->list->group_count; i++) {
    if (group_has_names(&subject->list->groups[i]) && group_is_drawn(&subject->list->groups[i]))
      query(&subject->list->groups[i]);
  }
  fprintf(out, "</cacti>\n");
  generate_close(out);
}
