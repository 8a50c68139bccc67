$s = 'some Text'
$n = 42
$f = 1.5
$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <% h = {1 => "i", 1.0 => "f", "1" => "s", :a => "y", nil => "n", [1] => "l"} %><%= h[1] %><%= h[1.0] %><%= h["1"] %><%= h[:a] %><%= h[nil] %><%= h[[1]] %><%= h["a"].inspect %>
  | T
