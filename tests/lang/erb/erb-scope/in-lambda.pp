$x = 'outer'
[1, 2].each |$i| {
  $l = $i * 2
  notice(inline_template('<%= @i %> <%= @l %> <%= @x %> <%= scope["i"] %>'))
}
