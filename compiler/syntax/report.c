/* Summarizes a list of diagnostics like Puppet: the only error itself, or the number of errors and warnings. */
#include "compiler/syntax/report.h"

static const struct diagnostic *first_error(const struct diag_list *diags)
{
  for (uint32_t i = 0; i < diags->n; i++)
    if (diags->items[i].severity == SEVERITY_ERROR) return &diags->items[i];
  return NULL;
}

bool report_at_once(const struct diagnostic *d)
{
  return d->severity == SEVERITY_WARNING &&
         (d->issue == ISSUE_UNRECOGNIZED_ESCAPE || d->issue == ISSUE_ILLEGAL_UNICODE_ESCAPE);
}

str report_summary(struct arena *a, const struct diag_list *diags, uint32_t max_errors)
{
  const struct diagnostic *first = first_error(diags);
  if (first == NULL) return STR_EMPTY;
  if (diags->errors == 1 || max_errors <= 1) return diag_text(a, first);
  struct buf b = BUF_IN(a);
  uint32_t warnings = 0;
  for (uint32_t i = 0; i < diags->n; i++)
    warnings += diags->items[i].severity < SEVERITY_ERROR && !report_at_once(&diags->items[i]);
  buf_printf(&b, "Language validation logged %u errors", diags->errors);
  if (warnings > 0) buf_printf(&b, ", and %u warnings", warnings);
  buf_z(&b, ". Giving up");
  diag_place(&b, first->source != NULL ? first->source->file : STR_EMPTY, 0, 0);
  return buf_view(&b);
}
