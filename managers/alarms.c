/* The shipped alarms whose objects managers collect, with their thresholds in the objects' units. */
#include <stdlib.h>
#include <string.h>

#include "managers/generate.h"

static const struct {
  const char *name, *object, *rows, *rising, *falling, *hold, *severity, *enabled, *description;
} shipped[] = {
#define ALARM(name, object, rows, rising, falling, hold, severity, enabled, description) \
  {name, object, rows, rising, falling, hold, severity, enabled, description},
#include "subagent/alarm/alarms.def"
#undef ALARM
};

struct alarms alarms;

/* "30 s" in the units of the object it is compared with. */
static double read(const char *text, const char *units)
{
  if (strcmp(text, "true") == 0) return 1;
  if (strcmp(text, "false") == 0) return 2;
  char *unit;
  double number = strtod(text, &unit);
  while (*unit == ' ') unit++;
  if (*unit == '\0') return number;
  if (strcmp(unit, "%") == 0 && strcmp(units, "percent") == 0) return number * 100;
  double seconds = strcmp(unit, "d") == 0 ? number * 86400 : number;
  if (strcmp(unit, "s") == 0 || strcmp(unit, "d") == 0) {
    if (strcmp(units, "microseconds") == 0) return seconds * 1e6;
    if (strcmp(units, "seconds") == 0) return seconds;
  }
  generate_die("alarm threshold %s of an object in %s", text, units);
}

void alarms_make(void)
{
  alarms.a = calloc(sizeof shipped / sizeof shipped[0], sizeof *alarms.a);
  if (alarms.a == NULL) generate_die("no memory");
  for (size_t i = 0; i < sizeof shipped / sizeof shipped[0]; i++) {
    int stat = stats_find(shipped[i].object);
    if (stat < 0 || strcmp(shipped[i].enabled, "true") != 0) continue; /* this version has no such object */
    const struct stats_info *s = &stats_table[stat];
    alarms.a[alarms.count++] = (struct alarm){
      .name = shipped[i].name,
      .severity = shipped[i].severity,
      .description = shipped[i].description,
      .stat = s,
      .rising = read(shipped[i].rising, s->units),
      .falling = read(shipped[i].falling, s->units),
      .hold = (unsigned)read(shipped[i].hold, "seconds"),
    };
  }
}
