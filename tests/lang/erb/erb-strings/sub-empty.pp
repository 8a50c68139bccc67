notice(inline_template(@(T)))
  <%= "abc".gsub(/x*/, "-") %> <%= "baac".gsub(/a*/, "-") %> <%= "héé".gsub(//, ".") %>
  | T
