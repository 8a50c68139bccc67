$n = 42
$u = undef
notice(inline_template(@(T)))
  <%= case when @u then 1 when @n > 1 then 2 end %>
  | T
