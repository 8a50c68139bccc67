/* Texts of SHOW ENGINE INNODB STATUS: there is always an answer, and it is the same each time. */
#include <stdint.h>
#include <stdlib.h>

#include "collectors/sources/innodb_status.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct innodb_status one, again, decimal;
  /* An exact copy, so that reading past its end is detected. */
  char *copy = malloc(size + (size == 0));
  if (size > 0) memcpy(copy, data, size);
  innodb_status_read(str_n(copy, size), true, &one);
  innodb_status_read(str_n(copy, size), true, &again);
  innodb_status_read(str_n(copy, size), false, &decimal);
  for (size_t i = 0; i < INNODB_FIELDS; i++) {
    if (one.there[i] != again.there[i] || one.value[i] != again.value[i]) abort();
    /* Only the identifier of transactions has two formats. */
    if (i != INNODB_TRX_ID && (one.there[i] != decimal.there[i] || one.value[i] != decimal.value[i])) abort();
  }
  if (one.there[INNODB_ACTIVE] && one.value[INNODB_ACTIVE] > one.value[INNODB_TRANSACTIONS]) abort();
  free(copy);
  return 0;
}
