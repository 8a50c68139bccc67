$x = Integer[1, 2]
$y = File['/x']
$z = SemVer('1.2.3')
$w = Sensitive('secret')
$v = default
notice(inline_template(@(T)))
  <%= @x %>|<%= @y %>|<%= @z %>|<%= @w %>|<%= @v %>
  | T
