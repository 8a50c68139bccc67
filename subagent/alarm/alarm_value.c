/* Numbers have units ("10 s", "5 %", "2 GiB") and are stored in the unit of the object. Conversions are
 * done in integers of 128 bits, without rounding errors. */
#include "subagent/alarm/alarm_value.h"

#include <inttypes.h>
#include <stdio.h>

const struct alarm_key_info alarm_keys[ALARM_KEYS] = {
#define ALARM_KEY(symbol, name, least, most) [ALARM_##symbol] = {name, least, most},
#define CONTROL_KEY(...)
#include "subagent/alarm/keys.def"
#undef ALARM_KEY
#undef CONTROL_KEY
};
const struct alarm_key_info control_keys[CONTROL_KEYS] = {
#define ALARM_KEY(...)
#define CONTROL_KEY(symbol, name, least, most) [CONTROL_##symbol] = {name, least, most},
#include "subagent/alarm/keys.def"
#undef ALARM_KEY
#undef CONTROL_KEY
};

static int find(const struct alarm_key_info *keys, int count, str name)
{
  for (int i = 0; i < count; i++) {
    if (str_eqz(name, keys[i].name)) return i;
  }
  return -1;
}

int alarm_key_find(str name) { return find(alarm_keys, ALARM_KEYS, name); }
int control_key_find(str name) { return find(control_keys, CONTROL_KEYS, name); }

/* --- units ----------------------------------------------------------------------------------------------- */

enum dimension { DIMENSION_PLAIN, DIMENSION_TIME, DIMENSION_RATIO, DIMENSION_MEMORY };

/* Sizes are in the smallest unit of the dimension: microseconds, hundredths of a percent, kibibytes. */
static const struct unit_name {
  const char *name;
  enum dimension dimension;
  uint64_t size;
} unit_names[] = {
  {"us", DIMENSION_TIME, 1},
  {"ms", DIMENSION_TIME, 1000},
  {"s", DIMENSION_TIME, 1000000},
  {"min", DIMENSION_TIME, UINT64_C(60000000)},
  {"h", DIMENSION_TIME, UINT64_C(3600000000)},
  {"d", DIMENSION_TIME, UINT64_C(86400000000)},
  {"%", DIMENSION_RATIO, 100},
  {"KiB", DIMENSION_MEMORY, 1},
  {"MiB", DIMENSION_MEMORY, 1024},
  {"GiB", DIMENSION_MEMORY, 1024 * 1024},
};

static const struct {
  enum dimension dimension;
  uint64_t size;
  const char *expected, *printed; /* what a user may write; the unit of printed numbers */
} units[] = {
  [ALARM_UNIT_PLAIN] = {DIMENSION_PLAIN, 1, "a whole number", ""},
  [ALARM_UNIT_MICROSECONDS] = {DIMENSION_TIME, 1, "a number of microseconds, or one with us, ms, s, min, h or d", ""},
  [ALARM_UNIT_TICKS] = {DIMENSION_TIME, 10000, "a number of hundredths of a second, or one with ms, s, min, h or d",
                        ""},
  [ALARM_UNIT_SECONDS] = {DIMENSION_TIME, 1000000, "a number of seconds, or one with s, min, h or d", ""},
  [ALARM_UNIT_RATIO] = {DIMENSION_RATIO, 1, "a number with %, or one of hundredths of a percent", " %"},
  [ALARM_UNIT_KIBIBYTES] = {DIMENSION_MEMORY, 1, "a number of kibibytes, or one with KiB, MiB or GiB", " KiB"},
  [ALARM_UNIT_TRUTH] = {DIMENSION_PLAIN, 1, "true or false", ""},
};

/* Digits with at most six decimals: text = number / 10^decimals. False for other texts. */
static bool parse_decimal(str text, size_t *used, uint64_t *number, unsigned *decimals)
{
  bool point = false;
  size_t i = 0;
  *number = 0;
  *decimals = 0;
  for (; i < text.n; i++) {
    if (text.p[i] == '.' && !point && i > 0) {
      point = true;
    } else if (ascii_is_digit(text.p[i]) && *number < UINT64_C(100000000000) && *decimals < 6) {
      *number = *number * 10 + (uint64_t)(text.p[i] - '0');
      *decimals += point;
    } else {
      break;
    }
  }
  *used = i;
  return i > 0 && !(i < text.n && (ascii_is_digit(text.p[i]) || text.p[i] == '.')) && text.p[i - 1] != '.';
}

/* The size of the unit after the number; 0 when it does not suit the object. */
static uint64_t written_unit(str name, enum alarm_unit unit)
{
  if (name.n == 0) return units[unit].size;
  for (size_t i = 0; i < sizeof unit_names / sizeof unit_names[0]; i++) {
    if (str_eqz(name, unit_names[i].name))
      return unit_names[i].dimension == units[unit].dimension ? unit_names[i].size : 0;
  }
  return 0;
}

static bool parse_number(const char *what, enum alarm_unit unit, str text, uint32_t most, uint32_t *value,
                         struct buf *why)
{
  uint64_t number, size = 0, divisor = units[unit].size;
  unsigned decimals;
  size_t used;
  if (unit == ALARM_UNIT_TRUTH && (str_eqz(text, "true") || str_eqz(text, "false"))) {
    *value = str_eqz(text, "true") ? ALARM_TRUE : ALARM_FALSE;
    return true;
  }
  if (unit != ALARM_UNIT_TRUTH && text.n > 0 && text.p[0] == '-') {
    buf_printf(why, "%s: expected %s, not a negative number", what, units[unit].expected);
    return false;
  }
  if (unit != ALARM_UNIT_TRUTH && parse_decimal(text, &used, &number, &decimals))
    size = written_unit(str_trim(str_from(text, used)), unit);
  if (size == 0) {
    buf_printf(why, "%s: expected %s", what, units[unit].expected);
    return false;
  }
  for (; decimals > 0; decimals--) divisor *= 10;
  /* number < 10^12 and size < 10^11: the product needs more than 64 bits. */
  const unsigned __int128 product = (unsigned __int128)number * size;
  if (product % divisor != 0) {
    buf_printf(why, "%s: \"%.*s\" is more exact than the object it is compared with; expected %s", what,
               STR_FMT(str_sub(text, 0, 40)), units[unit].expected);
    return false;
  }
  if (product / divisor > most) {
    buf_printf(why, "%s: expected at most ", what);
    alarm_number_print(unit, most, why);
    return false;
  }
  *value = (uint32_t)(product / divisor);
  return true;
}

/* --- values of keys -------------------------------------------------------------------------------------- */

static const char *const severities[] = {[ALARM_WARNING] = "warning", "minor", "major", "critical"};

static bool parse_truth(const char *what, str text, uint32_t *value, struct buf *why)
{
  if (str_eqz(text, "true") || str_eqz(text, "yes") || str_eqz(text, "on")) {
    *value = ALARM_TRUE;
  } else if (str_eqz(text, "false") || str_eqz(text, "no") || str_eqz(text, "off")) {
    *value = ALARM_FALSE;
  } else {
    buf_printf(why, "%s: expected true or false", what);
    return false;
  }
  return true;
}

static bool parse_severity(str text, uint32_t *value, struct buf *why)
{
  for (uint32_t i = ALARM_WARNING; i <= ALARM_CRITICAL; i++) {
    if (!str_eqz(text, severities[i])) continue;
    *value = i;
    return true;
  }
  buf_z(why, "severity: expected warning, minor, major or critical");
  return false;
}

bool alarm_value_parse(enum alarm_key key, enum alarm_unit unit, str text, uint32_t *value, struct buf *why)
{
  const struct alarm_key_info *info = &alarm_keys[key];
  switch (key) {
  case ALARM_RISING:
  case ALARM_FALLING: return parse_number(info->name, unit, text, info->most, value, why);
  case ALARM_HOLD: return parse_number(info->name, ALARM_UNIT_SECONDS, text, info->most, value, why);
  case ALARM_SEVERITY: return parse_severity(text, value, why);
  case ALARM_ENABLED: return parse_truth(info->name, text, value, why);
  case ALARM_KEYS: break;
  }
  return false;
}

bool control_value_parse(enum control_key key, str text, uint32_t *value, struct buf *why)
{
  const struct alarm_key_info *info = &control_keys[key];
  if (key == CONTROL_ENABLED) return parse_truth(info->name, text, value, why);
  return parse_number(info->name, ALARM_UNIT_SECONDS, text, info->most, value, why);
}

/* The largest unit that leaves at most three decimals and a number of at least 1: "1.5 s" for 1500000 us. */
static void print_time(uint64_t us, struct buf *out)
{
  static const struct {
    const char *name;
    uint64_t size;
  } shown[] = {{"s", 1000000}, {"ms", 1000}, {"us", 1}};
  size_t i = 0;
  while (us != 0 && shown[i].size > 1 &&
         (us < shown[i].size || us % (shown[i].size / 1000 == 0 ? 1 : shown[i].size / 1000) != 0))
    i++;
  const uint64_t whole = us / shown[i].size;
  buf_printf(out, "%" PRIu64, whole);
  if (shown[i].size > 1 && us % shown[i].size != 0) {
    char decimals[8];
    snprintf(decimals, sizeof decimals, "%03u", (unsigned)(us % shown[i].size / (shown[i].size / 1000)));
    for (size_t n = 3; n > 0 && decimals[n - 1] == '0'; n--) decimals[n - 1] = '\0';
    buf_printf(out, ".%s", decimals);
  }
  buf_printf(out, " %s", shown[i].name);
}

void alarm_number_print(enum alarm_unit unit, uint64_t number, struct buf *out)
{
  if (unit == ALARM_UNIT_TRUTH && (number == ALARM_TRUE || number == ALARM_FALSE)) {
    buf_z(out, number == ALARM_TRUE ? "true" : "false");
  } else if (units[unit].dimension == DIMENSION_TIME && number <= UINT64_MAX / units[unit].size) {
    print_time(number * units[unit].size, out);
  } else if (unit == ALARM_UNIT_RATIO) {
    buf_printf(out, "%" PRIu64, number / 100);
    if (number % 100 != 0)
      buf_printf(out, number % 10 == 0 ? ".%" PRIu64 : ".%02" PRIu64,
                 number % 10 == 0 ? number % 100 / 10 : number % 100);
    buf_z(out, units[unit].printed);
  } else {
    buf_printf(out, "%" PRIu64 "%s", number, units[unit].printed);
  }
}

void alarm_value_print(enum alarm_key key, enum alarm_unit unit, uint32_t value, struct buf *out)
{
  switch (key) {
  case ALARM_RISING:
  case ALARM_FALLING: alarm_number_print(unit, value, out); break;
  case ALARM_HOLD: alarm_number_print(ALARM_UNIT_SECONDS, value, out); break;
  case ALARM_SEVERITY: buf_z(out, value >= ALARM_WARNING && value <= ALARM_CRITICAL ? severities[value] : "?"); break;
  case ALARM_ENABLED: alarm_number_print(ALARM_UNIT_TRUTH, value, out); break;
  case ALARM_KEYS: break;
  }
}

void control_value_print(enum control_key key, uint32_t value, struct buf *out)
{
  alarm_number_print(key == CONTROL_ENABLED ? ALARM_UNIT_TRUTH : ALARM_UNIT_SECONDS, value, out);
}
