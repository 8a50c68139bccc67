/* Posts reports over HTTP, with Puppet's headers and messages. */
#include "base/http.h"
#include "indirector/internal.h"

enum ind_result report_post(struct ind_request *r, str yaml, str version)
{
  struct settings *settings = r->in->settings;
  const str url = arena_str(r->arena, settings_str(settings, SETTING_reporturl));
  const char *const headers[] = {arena_printf(r->arena, "X-Puppet-Version: %.*s", STR_FMT(version)).p,
                                 "Content-Type: application/x-yaml", NULL};
  const struct http_request request = {.arena = r->arena,
                                       .settings = settings,
                                       .method = "POST",
                                       .url = url,
                                       .body = yaml,
                                       .headers = headers,
                                       .system_store = settings_bool(settings, SETTING_report_include_system_store)};
  struct http_answer answer;
  struct http_failure failure;
  if (http_perform(&request, &answer, &failure)) {
    if (answer.status / 100 == 2) return IND_OK;
    ind_log(r->in, CLOG_ERR,
            arena_printf(r->arena, "Unable to submit report to %.*s [%ld] %.*s", STR_FMT(url), answer.status,
                         STR_FMT(answer.reason)));
    return IND_OK;
  }
  if (failure.kind == HTTP_FAILED_TLS_FILES) {
    ind_log(r->in, CLOG_ERR, arena_printf(r->arena, "Failed to initialize SSL: %.*s", STR_FMT(failure.cause)));
    ind_log(r->in, CLOG_ERR, STR("Run `puppet agent -t`"));
  }
  /* The cause is in the message, and again below it. */
  if (failure.cause.n == 0) return ind_fail(r, "%.*s", STR_FMT(failure.message));
  return ind_fail(r, "%.*s\nWrapped exception:\n%.*s", STR_FMT(failure.message), STR_FMT(failure.cause));
}
