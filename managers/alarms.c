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

/* For managers, where no alarm of ours is possible: between two polls, for each environment. */
static const struct threshold expressions[] = {
#define THRESHOLD(name, rows, label, expression, value, rearm, trigger, severity, description) \
  {name, rows, label, expression, severity, description, value, rearm, trigger},
#include "managers/thresholds.def"
#undef THRESHOLD
};

/* Converts "30 s" to the units of its object. */
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

/* Makes the thresholds whose expression begins with an object of the list. */
static void thresholds_make(void)
{
  subject->thresholds.t = calloc(sizeof expressions / sizeof expressions[0], sizeof *subject->thresholds.t);
  if (subject->thresholds.t == NULL) generate_die("no memory");
  for (size_t i = 0; i < sizeof expressions / sizeof expressions[0]; i++) {
    char object[32];
    snprintf(object, sizeof object, "%.*s", (int)strcspn(expressions[i].expression, " "), expressions[i].expression);
    if (subject_find(object) >= 0) subject->thresholds.t[subject->thresholds.count++] = expressions[i];
  }
}

void alarms_make(void)
{
  thresholds_make();
  subject->alarms.a = calloc(sizeof shipped / sizeof shipped[0], sizeof *subject->alarms.a);
  if (subject->alarms.a == NULL) generate_die("no memory");
  for (size_t i = 0; i < sizeof shipped / sizeof shipped[0]; i++) {
    int stat = subject_find(shipped[i].object);
    if (stat < 0 || strcmp(shipped[i].enabled, "true") != 0) continue; /* this version lacks the object */
    const struct stats_info *s = &subject->list->stats[stat];
    subject->alarms.a[subject->alarms.count++] = (struct alarm){
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
