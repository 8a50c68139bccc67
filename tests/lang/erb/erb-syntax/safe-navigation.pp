$s = 'some Text'
$u = undef
notice(inline_template(@(T)))
  <%= @u&.upcase.inspect %> <%= @s&.upcase %>
  | T
