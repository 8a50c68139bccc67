$t = true
$u = undef
$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= "a" if @t %><%= "b" if @u %><% x = 1 unless @t %><%= x.inspect %>
  | T
