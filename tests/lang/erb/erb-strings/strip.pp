notice(inline_template(@(T)))
  [<%= "  a b\n".strip %>][<%= " a ".lstrip %>][<%= " a ".rstrip %>][<%= "ab\n".chomp %>][<%= "ab".chop %>][<%= "a.conf".chomp(".conf") %>]
  | T
