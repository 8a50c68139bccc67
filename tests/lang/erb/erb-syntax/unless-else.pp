$t = true
$u = undef
notice(inline_template(@(T)))
  <% unless @u %>no<% else %>yes<% end %> <%= "z" unless @t %>|
  | T
