$a = ['b', 'a', 'c', 'a']
$m = [1, 'x', undef, true, [2, 3], { 'k' => 'v' }]
$h = { 'b' => 1, 'a' => [1, 2], 'c' => undef }
notice(inline_template(@(T)))
  <%= @h.to_json %> <%= JSON.generate(@m) %>
  <%= JSON.pretty_generate(@h) %>
  <%= @a.to_yaml %>
  | T
