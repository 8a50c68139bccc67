$s = 'some Text'
notice(inline_template(@(T)))
  <%= @s.upcase %> <%= @s.downcase %> <%= @s.capitalize %> <%= "aBc".swapcase %> <%= "éa".upcase %>
  | T
