$s = 'some Text'
$n = 42
notice(inline_template(@(T)))
  <% case @s
  when /^some (\w+)/ then -%>
  re <%= $1 %>
  <% when String -%>
  string
  <% end -%>
  <%= case @n when 1, 2 then "low" when 40..50 then "mid" else "none" end %>
  | T
