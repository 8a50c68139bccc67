$t = true
$u = undef
notice(inline_template(@(T)))
  <%= if @t then "x" else "y" end %> <% v = if @u then 1 else 2 end %><%= v %>
  | T
