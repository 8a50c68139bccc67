notice(inline_template(@(T)))
  <%% not %> <%%= x %> and <%= "%%>" %> %>
  | T
