/* Builds the messages of failures, as in Puppet: "Evaluation Error: Error while evaluating a Function Call, … (file: …,
 * line: …, column: …)". The text around depends on which exception Puppet would raise (f->wrap). */
#include "compiler/values/failure.h"

#include "base/check.h"

static bool has_place(const struct failure *f) { return f->place.file.n > 0 || f->place.line > 0; }

str failure_message(struct arena *a, const struct failure *f)
{
  const bool labelled = f->wrap == WRAP_LABEL && f->label.n > 0;
  if (f->wrap != WRAP_EVALUATION && !labelled && !has_place(f)) return f->text;
  struct buf out = BUF_IN(a);
  if (f->wrap == WRAP_EVALUATION || labelled) buf_z(&out, "Evaluation Error: ");
  if (labelled) buf_printf(&out, "Error while evaluating %.*s, ", STR_FMT(f->label));
  buf_str(&out, f->text);
  diag_place(&out, f->place.file, f->place.line, f->place.column);
  return buf_view(&out);
}

str failure_detail(struct arena *a, const struct failure *f)
{
  return f->wrap == WRAP_LABEL ? f->text : failure_message(a, f);
}

bool failure_is_catchable(const struct failure *f, enum failure_rescue rescue)
{
  assert_hot(f->class < FAILURE_COUNT);
  if (f->class == FAILURE_LIMIT || f->class == FAILURE_INTERNAL) return false;
  switch (f->origin) {
  case FAILED_IN_PUPPET:
  case FAILED_IN_LOOKUP: return true;
  case FAILED_IN_RUBY:
  case FAILED_IN_JUMP: return rescue == RESCUE_STANDARD_ERROR;
  case FAILED_UNCAUGHT:
  case FAILED_NOT_FOUND: break;
  }
  return false;
}

void failure_enclose(struct failure *f, str text, struct failure_place place)
{
  assert(f->class != FAILURE_NONE);
  *f = (struct failure){
    .class = f->class, .issue = f->issue, .origin = f->origin, .wrap = WRAP_NONE, .text = text, .place = place};
}
