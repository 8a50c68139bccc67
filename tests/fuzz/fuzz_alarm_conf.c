/* alarms.conf: any bytes. The result can be evaluated, and each value can be printed and read back. */
#include <stdint.h>
#include <stdlib.h>

#include "subagent/alarm/alarms.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The object of a shipped alarm, or one generated from the letters of the name: all units, scalars and tables. */
static bool object(void *ctx, str name, struct alarm_object *o, struct buf *why)
{
  (void)ctx;
  if (str_eqz(name, "ficCmpP95")) {
    *o = (struct alarm_object){.unit = ALARM_UNIT_MICROSECONDS, .units = ""};
    return true;
  }
  if (!str_starts(name, STR("fic")) || name.n < 5 || !ascii_is_lower(name.p[3])) {
    buf_z(why, "object: expected one of FICELLE-MIB");
    return false;
  }
  *o = (struct alarm_object){.unit = (enum alarm_unit)((unsigned char)name.p[3] % (ALARM_UNIT_TRUTH + 1)),
                             .units = "",
                             .table = name.p[4] % 2 == 0};
  return true;
}
static const struct alarm_source source = {.object = object};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct alarm_config c;
  struct buf why = BUF_HEAP;
  alarm_config_read_text(&c, &source, str_n((const char *)data, size), "alarms.conf");
  for (size_t i = 0; i < c.count; i++) {
    const struct alarm_definition *d = &c.alarm[i];
    if (!alarm_name_valid(str_of(d->name))) abort();
    alarm_rows_match(d->rows, STR("production"));
    for (int key = 0; key < ALARM_KEYS && d->mistake[0] == '\0'; key++) {
      uint32_t again;
      buf_clear(&why);
      if (d->value[key] < alarm_keys[key].least || d->value[key] > alarm_keys[key].most) abort();
      alarm_value_print((enum alarm_key)key, d->object.unit, d->value[key], &why);
      const char *text = why.p;
      struct buf reason = BUF_HEAP;
      if (!alarm_value_parse((enum alarm_key)key, d->object.unit, str_of(text), &again, &reason) ||
          again != d->value[key])
        abort();
      buf_free(&reason);
    }
    if (d->mistake[0] == '\0' && d->value[ALARM_RISING] == d->value[ALARM_FALLING]) abort();
  }
  alarm_config_free(&c);
  buf_free(&why);
  return 0;
}
