/* ficelle-generate FOLDER [ROOT]: writes all files generated from the lists below FOLDER. ROOT is a dotted identifier,
 * by default that of this build. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "managers/generate.h"
#include "subagent/oid_root.h"

struct subject *subject;
static const char *folder;

void generate_die(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  fprintf(stderr, "ficelle-generate: ");
  vfprintf(stderr, format, args);
  fprintf(stderr, "\n");
  va_end(args);
  exit(1);
}

FILE *generate_open(const char *format, ...)
{
  char path[1024];
  int n = snprintf(path, sizeof path, "%s/", folder);
  va_list args;
  va_start(args, format);
  n += vsnprintf(path + n, sizeof path - (size_t)n, format, args);
  va_end(args);
  if ((size_t)n >= sizeof path) generate_die("%s: name too long", path);
  for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(path, 0777) < 0 && errno != EEXIST) generate_die("%s: %s", path, strerror(errno));
    *slash = '/';
  }
  FILE *f = fopen(path, "w");
  if (f == NULL) generate_die("%s: %s", path, strerror(errno));
  return f;
}

void generate_close(FILE *f)
{
  bool bad = ferror(f) != 0;
  if (fclose(f) != 0 || bad) generate_die("cannot write: %s", strerror(errno));
}

void generate_xml(FILE *f, const char *text)
{
  for (; *text != '\0'; text++) {
    switch (*text) {
    case '&': fputs("&amp;", f); break;
    case '<': fputs("&lt;", f); break;
    case '>': fputs("&gt;", f); break;
    case '"': fputs("&quot;", f); break;
    case '\'': fputs("&#39;", f); break;
    default: fputc(*text, f);
    }
  }
}

void generate_quoted(FILE *f, const char *text)
{
  fputc('"', f);
  for (; *text != '\0'; text++) {
    if (*text == '\n') {
      fputs("\\n", f);
      continue;
    }
    if (*text == '"' || *text == '\\') fputc('\\', f);
    fputc(*text, f);
  }
  fputc('"', f);
}

uint64_t generate_hash(const char *kind, const char *name, uint64_t seed)
{
  for (; *kind != '\0'; kind++) seed = (seed ^ (unsigned char)*kind) * 1099511628211u;
  for (; *name != '\0'; name++) seed = (seed ^ (unsigned char)*name) * 1099511628211u;
  return seed;
}

int subject_find(const char *name)
{
  for (size_t i = 0; i < subject->list->stat_count; i++) {
    if (strcmp(subject->list->stats[i].name, name) == 0) return (int)i;
  }
  return -1;
}

static const struct {
  const char *output, *object, *reason;
} absent[] = {
#define LEFT_OUT(output_, object_, reason_) {output_, object_, reason_},
#include "managers/left_out.def"
#undef LEFT_OUT
};

/* An entry names an object or, after a "*", all objects of a syntax. */
const char *left_out(const char *output, const struct stats_info *s)
{
  for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++) {
    if (strcmp(absent[i].output, output) != 0) continue;
    if (strcmp(absent[i].object, s->name) == 0) return absent[i].reason;
    if (strcmp(absent[i].object, "*moments") == 0 && s->syntax == STATS_DATEANDTIME) return absent[i].reason;
    if (strcmp(absent[i].object, "*stamps") == 0 && s->syntax == STATS_TIMESTAMP) return absent[i].reason;
    if (strcmp(absent[i].object, "*texts") == 0 && (s->syntax == STATS_STRING || s->syntax == STATS_OID))
      return absent[i].reason;
    if (strcmp(absent[i].object, "*indices") == 0 && s->access == STATS_ACCESS_NONE) return absent[i].reason;
    if (strcmp(absent[i].object, "*notified") == 0 && s->access == STATS_ACCESS_NOTIFY) return absent[i].reason;
    if (strcmp(absent[i].object, "*columns") == 0 && stats_is_table(stat_group(s))) return absent[i].reason;
    if (strcmp(absent[i].object, "*names") == 0 && group_names(stat_group(s)) == s) return absent[i].reason;
  }
  return NULL;
}

int main(int argc, char **argv)
{
  if (argc < 2 || argc > 3 || argv[1][0] == '-') {
    fprintf(stderr, "usage: ficelle-generate FOLDER [ROOT]\n");
    return 2;
  }
  folder = argv[1];
  if (argc > 2) subjects[0].root = argv[2];
  for (subject = subjects; subject < subjects + subject_count; subject++) {
    values_make();
    alarms_make();
    graphs_make();
    mib_write();
    opennms_write();
    cacti_write();
    reference_write();
    grafana_write();
    zabbix_write();
    checks_write();
    librenms_write();
  }
  prometheus_write();
  return 0;
}
