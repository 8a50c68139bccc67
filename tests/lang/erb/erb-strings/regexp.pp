notice(inline_template(@(T)))
  <%= Regexp.escape("a.b*c [x]") %> <%= /a\/b/ =~ "xa/b" %> <%= %r{/x/} =~ "a/x/" %> <%= /AB/i =~ "cab" %> <%= "a\nb" =~ /a.b/m %> <%= "a b" =~ /a\ b # c
  /x %>
  | T
