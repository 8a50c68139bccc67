notice(inline_template(@(T)))
  <%= "a\nb\n".lines.inspect %> <%= "a\nb".each_line { |l| } %> <%= "abc".chars.inspect %> <% "ab".each_char { |c| %><%= c %>.<% } %>
  | T
