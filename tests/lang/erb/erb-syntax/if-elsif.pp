$e = ''
$n = 42
notice(inline_template(@(T)))
  <% if @n == 1 %>one<% elsif @n > 40 && !@e.nil? %>big<% else %>other<% end %>
  | T
