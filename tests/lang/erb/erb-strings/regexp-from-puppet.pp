$r = /o+/
notice(inline_template(@(T)))
  <%= "foo" =~ @r %> <%= @r.to_s %>
  | T
