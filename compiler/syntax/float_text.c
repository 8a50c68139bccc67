/* Prints a float like Ruby's to_s: the fewest digits that read back as the same number, with an exponent only for very
 * small and very large values. */
#include "compiler/syntax/float_text.h"

#include <stdio.h>
#include <stdlib.h>

void float_text(struct buf *out, double d)
{
  char digits[40];
  int precision = 0;
  do snprintf(digits, sizeof digits, "%.*e", precision, d);
  while (strtod(digits, NULL) != d && ++precision < 17);
  char *e = strchr(digits, 'e');
  int exponent = atoi(e + 1);
  bool plain = exponent >= 0 ? exponent < precision || exponent < 15 : exponent >= -4;
  if (!plain) {
    bool whole = memchr(digits, '.', (size_t)(e - digits)) == NULL;
    buf_printf(out, "%.*s%se%+03d", (int)(e - digits), digits, whole ? ".0" : "", exponent);
  } else {
    int decimals = precision - exponent;
    buf_printf(out, "%.*f", decimals > 0 ? decimals : 1, d);
  }
}
