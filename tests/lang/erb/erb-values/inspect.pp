$n = 42
$m = [1, 'x', undef, true, [2, 3], { 'k' => 'v' }]
notice(inline_template(@(T)))
  <%= @m.inspect %> <%= "q\"\n#{1}".inspect %> <%= nil.inspect %> <%= :x.inspect %> <%= 1.5.inspect %> <%= "é#{@n}".inspect %>
  | T
