$s = 'some Text'
$n = 42
$t = true
$u = undef
notice(inline_template(@(T)))
  <%= (not @t) || @n %> <% x = @u and @t %><%= x.inspect %> <%= (@u or @n) %> <%= !!@s %>
  | T
