$s = 'some Text'
$e = ''
notice(inline_template(@(T)))
  <%= @s.sub("e", "E") %> <%= @s.gsub("e", "3") %> <%= @s.gsub(/[a-z]+/) { |m| m.capitalize } %> <%= "a.b.c".gsub(".", "\\.") %> <%= "john smith".sub(/(\w+) (\w+)/, "\\2 \\1") %> <%= "x".gsub(/x/, "<\\0>") %>
  | T
