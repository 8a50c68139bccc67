$a = [1]
$inner = '<% @a << 3 %><%= @a %>'
$n = inline_template("<% @a << 2 %><%= scope.call_function('inline_template', [@inner]) %><%= @a %>")
notice($a, $n)
