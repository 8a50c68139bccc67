$s = 'some Text'
notice(inline_template(@(T)))
  <% @s = @s + "!"; @new = 1 %><%= @s %> <%= @new %>
  | T
