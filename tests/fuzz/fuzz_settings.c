/* puppet.conf: any bytes as the file, then every setting is evaluated in each run mode. */
#include <stdint.h>

#include "base/log.h"
#include "base/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct buf error = BUF_HEAP, out = BUF_HEAP;
  struct settings *s = settings_new();
  log_set_level(LOG_LEVEL_CRIT);
  if (settings_load_text(s, str_n((const char *)data, size), "puppet.conf", &error) == SETTINGS_OK) {
    for (int mode = SETTINGS_MAIN; mode <= SETTINGS_SERVER; mode++) {
      settings_set_mode(s, (enum settings_mode)mode);
      for (int id = 0; id < SETTING_COUNT; id++) {
        str item;
        settings_print(s, (enum setting_id)id, &out, NULL, &error);
        settings_item(s, (enum setting_id)id, 1, &item);
        if (setting_defs[id].values) settings_enum(s, (enum setting_id)id);
        settings_int(s, (enum setting_id)id);
        /* A reference may be used many times; memory use is not tested here. */
        buf_clear(&out);
      }
      settings_check(s, &error);
    }
  }
  settings_free(s);
  buf_free(&error);
  buf_free(&out);
  return 0;
}
