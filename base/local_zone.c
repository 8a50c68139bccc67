#include "base/local_zone.h"

#include <time.h>

long local_zone_offset(void)
{
  const time_t now = time(NULL);
  struct tm local;
  return localtime_r(&now, &local) == NULL ? 0 : local.tm_gmtoff;
}
