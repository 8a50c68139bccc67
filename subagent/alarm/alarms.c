/* A refresh evaluates all alarms, then the nodes, then decides which notifications are due, and saves the state if
 * it changed. The evaluation is in alarm_evaluate.c, the nodes are in alarm_nodes.c, the notifications in
 * alarm_notice.c and the state file in alarms_file.c. */
#include "subagent/alarm/alarms.h"

#include <stdlib.h>

#include "base/log.h"
#include "subagent/alarm/alarms_internal.h"

static char *copy(const char *z) { return xstrdup(z); }

/* --- configuration --------------------------------------------------------------------------------------- */

/* Values set at run time override configured ones. */
static void put_one_in_force(struct alarm *alarm)
{
  struct buf why = BUF_HEAP;
  for (int key = 0; key < ALARM_KEYS; key++)
    alarm->value[key] = (alarm->set.mask & 1u << key) != 0 ? alarm->set.value[key] : alarm->definition->value[key];
  /* The configuration file may have changed since the values were set. */
  if (!alarm_thresholds_fit(alarm->definition, alarm->value[ALARM_RISING], alarm->value[ALARM_FALLING], &why) &&
      alarm->definition->mistake[0] == '\0') {
    if (!alarm->misfit_said) {
      log_warning(
        &log_subagent_alarm,
        "alarm %s: the values set at run time contradict its configuration (%s); using the configured thresholds",
        alarm->definition->name, why.p);
    }
    alarm->misfit_said = true;
    alarm->value[ALARM_RISING] = alarm->definition->value[ALARM_RISING];
    alarm->value[ALARM_FALLING] = alarm->definition->value[ALARM_FALLING];
  }
  buf_free(&why);
}

void alarms_put_in_force(struct alarms *a)
{
  for (size_t i = 0; i < a->count; i++) put_one_in_force(&a->alarm[i]);
  for (int key = 0; key < CONTROL_KEYS; key++)
    a->control[key] = (a->control_set.mask & 1u << key) != 0 ? a->control_set.value[key] : a->config.control[key];
}

static void log_mistakes(const struct alarm_config *c)
{
  str text = buf_view(&c->mistakes);
  while (text.n > 0) {
    const str line = str_cut(&text, '\n');
    log_error(&log_subagent_alarm, "ALARM_CONFIG",
              "The alarm of that section has the state unknown until it is corrected.", "%.*s", STR_FMT(line));
  }
}

static void fill_from_saved(struct alarm *alarm, const struct alarm_saved_alarm *s)
{
  alarm->set = s->set;
  alarm->status = s->status;
  alarm->raised = (struct subject){.now = s->raised, .told = s->told, .confirmed = s->told};
  alarm->elapsed_us = s->elapsed_us;
  alarm->counting = s->status == ALARM_PENDING || s->elapsed_us > 0;
  alarm->since_us = s->since_us;
  alarm->count = s->count;
  alarm->created_us = s->created_us;
}

static void free_alarms(struct alarm *alarm, size_t count)
{
  for (size_t i = 0; i < count; i++) free(alarm[i].match);
  free(alarm);
}

/* Uses a new configuration: existing alarms keep their state. */
static void use_config(struct alarms *a, struct alarm_config *fresh, struct alarms_now now)
{
  struct alarm *alarm = fresh->count == 0 ? NULL : xcalloc(fresh->count, sizeof *alarm);
  for (size_t i = 0; i < fresh->count; i++) {
    const long old = a->count == 0 ? -1 : alarm_config_find(&a->config, str_of(fresh->alarm[i].name));
    const struct alarm_saved_alarm *saved = alarm_saved_find(&a->kept, fresh->alarm[i].name);
    alarm[i] = (struct alarm){.status = ALARM_UNKNOWN, .since_us = now.wall_us, .created_us = now.wall_us};
    if (old >= 0) {
      alarm[i] = a->alarm[old];
      a->alarm[old].match = NULL;
      alarm[i].match_known = false;
    } else if (saved != NULL && saved->created_us != 0) {
      fill_from_saved(&alarm[i], saved);
    } else {
      /* A new alarm, for which `ficelle alarms` may already have set values. */
      if (saved != NULL) alarm[i].set = saved->set;
      a->dirty = true;
    }
    alarm[i].definition = &fresh->alarm[i];
  }
  free_alarms(a->alarm, a->count);
  alarm_config_free(&a->config);
  a->alarm = alarm;
  a->count = fresh->count;
  a->config = *fresh;
  alarms_put_in_force(a);
}

void alarms_configure(struct alarms *a, const char *config_file, struct alarms_now now)
{
  struct alarm_config fresh;
  if (a->started) alarms_keep(a, now);
  char *path = copy(config_file);
  free(a->config_file);
  a->config_file = path;
  alarm_config_read_file(&fresh, a->options.source, path);
  log_mistakes(&fresh);
  use_config(a, &fresh, now);
  a->nodes.next_s = 0;
}

struct alarms *alarms_new(const struct alarms_options *options, struct alarms_now now)
{
  struct alarms *a = xcalloc(1, sizeof *a);
  a->options = *options;
  a->state_dir = copy(options->state_dir);
  a->config.mistakes = BUF_HEAP;
  a->store_now = a->store_told = a->store_confirmed = ALARM_STORE_OK;
  alarm_saved_init(&a->kept);
  alarms_restore(a, now);
  alarms_configure(a, options->config_file, now);
  return a;
}

void alarms_free(struct alarms *a)
{
  if (a == NULL) return;
  free_alarms(a->alarm, a->count);
  alarm_config_free(&a->config);
  alarm_nodes_free(&a->nodes);
  alarm_saved_free(&a->kept);
  free(a->outstanding);
  free(a->config_file);
  free(a->state_dir);
  free(a);
}

void alarms_source_changed(struct alarms *a)
{
  for (size_t i = 0; i < a->count; i++) a->alarm[i].match_known = false;
  a->nodes.rows_known = false;
}

/* --- turns ----------------------------------------------------------------------------------------------- */

void alarms_refresh(struct alarms *a, struct alarms_now now)
{
  uint64_t passed_us = a->started ? now.monotonic_us - a->monotonic_us : a->gap_us;
  a->started = true;
  a->monotonic_us = now.monotonic_us;
  a->gap_us = 0;
  alarms_read_changes(a, now);
  for (size_t i = 0; i < a->count; i++) alarm_evaluate(a, &a->alarm[i], passed_us, now.wall_us);
  alarm_nodes_look(a, now);
  alarm_notices_tell(a, now);
  if (a->dirty && now.monotonic_us >= a->retry_us) alarms_write(a, now);
}

void alarms_save(struct alarms *a, struct alarms_now now)
{
  /* Saves the elapsed hold times of pending alarms at the end. */
  for (size_t i = 0; i < a->count; i++) a->dirty = a->dirty || a->alarm[i].counting;
  if (a->dirty) alarms_write(a, now);
}

/* --- published values ----------------------------------------------------------------------------------- */

size_t alarms_count(const struct alarms *a) { return a->count; }

void alarms_row(const struct alarms *a, size_t index, struct alarm_row *row)
{
  const struct alarm *alarm = &a->alarm[index];
  *row = (struct alarm_row){.definition = alarm->definition,
                            .set = alarm->set.mask,
                            .status = alarm->status,
                            .has_value = alarm->has_value,
                            .last = alarm->last,
                            .row = str_n(alarm->row, alarm->row_length),
                            .since_us = alarm->since_us,
                            .raised_count = alarm->count,
                            .created_us = alarm->created_us};
  memcpy(row->value, alarm->value, sizeof row->value);
}

long alarms_find(const struct alarms *a, str name) { return a->count == 0 ? -1 : alarm_config_find(&a->config, name); }

void alarms_figures(const struct alarms *a, struct alarms_figures *figures)
{
  *figures = (struct alarms_figures){.sent = a->sent,
                                     .dropped = a->dropped,
                                     .sequence = a->sequence,
                                     .mistakes = a->config.mistake_count,
                                     .node_stale_s = a->config.node_stale_s,
                                     .saved = !a->dirty};
  memcpy(figures->control, a->control, sizeof figures->control);
}
