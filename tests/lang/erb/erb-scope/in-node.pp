$x = 'top'
node default {
  $n = 'node'
  include c
}
class c {
  notice(inline_template('<%= @n %> <%= @x %> <%= scope["n"] %>'))
}
