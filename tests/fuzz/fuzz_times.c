/* Texts of times, versions, ranges, binaries and URIs: the first line is a text, the second a format or another text.
 * The result is a value or a message; a value can be written and read back. */
#include <stdint.h>
#include <stdlib.h>

#include "compiler/values/binary.h"
#include "compiler/values/semver_range.h"
#include "compiler/values/timespan.h"
#include "compiler/values/timestamp.h"
#include "compiler/values/uri.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static str text_of(struct arena *a, value v)
{
  struct buf out = BUF_IN(a);
  value_render(&out, v);
  value_inspect(&out, v);
  return value_to_str(a, v);
}

static void times(struct arena *a, str text, str format)
{
  value v, again;
  str error;
  struct buf out = BUF_IN(a);
  if (timespan_parse(a, text, (struct time_formats){&format, 1, false}, &v, &error))
    timespan_format(a, v, format, &out, &error);
  if (timespan_parse(a, text, (struct time_formats){0}, &v, &error)) timespan_format(a, v, format, &out, &error);
  if (timestamp_parse(a, text, (struct time_formats){&format, 1, true}, STR_EMPTY, &v, &error)) {
    time_format(a, v, format, text, &out, &error);
    if (!timestamp_parse(a, text_of(a, v), (struct time_formats){0}, STR_EMPTY, &again, &error) ||
        !value_same(v, again))
      abort();
  }
  timestamp_parse(a, text, (struct time_formats){0}, format, &v, &error);
}

static void versions(struct arena *a, str text, str other)
{
  str error;
  const struct semver *v = semver_parse(a, text, &error);
  const struct semver_range *r = semver_range_parse(a, other, &error);
  if (v != NULL && !semver_same(v, semver_parse(a, text_of(a, value_semver(v)), &error))) abort();
  if (r != NULL) text_of(a, value_semver_range(r));
  if (v != NULL && r != NULL) semver_range_includes(r, v);
}

static void uris(struct arena *a, str text, str other)
{
  str error;
  value part;
  const struct uri *u = uri_parse(a, text, &error), *rel = uri_parse(a, other, &error);
  if (u == NULL) return;
  text_of(a, value_uri(u));
  uri_member(u, STR("path"), &part);
  uri_parameters(a, u);
  const struct uri *merged = rel == NULL ? NULL : uri_merge(a, u, rel, &error);
  if (merged != NULL) text_of(a, value_uri(merged));
}

static void binaries(struct arena *a, str text)
{
  value v, again;
  for (int form = BASE64_STRICT; form <= BASE64_RELAXED; form++) {
    if (!binary_decode(a, text, (enum base64_form)form, &v)) continue;
    struct buf out = BUF_IN(a);
    binary_encode(&out, v, (enum base64_form)form);
    if (!binary_decode(a, buf_view(&out), (enum base64_form)form, &again) || !value_same(v, again)) abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  str all = str_n((const char *)data, size);
  size_t end = str_index(all, '\n', 0);
  str text = str_sub(all, 0, end), other = end == SIZE_MAX ? STR_EMPTY : str_from(all, end + 1);
  times(a, text, other);
  versions(a, text, other);
  uris(a, text, other);
  binaries(a, text);
  arena_free(a);
  return 0;
}
