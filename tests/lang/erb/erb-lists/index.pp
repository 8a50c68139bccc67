$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= @a[0] %><%= @a[-1] %><%= @a[9].inspect %><%= @a[1, 2].inspect %><%= @a[1..-2].inspect %><%= @a[4, 1].inspect %><%= @a[5, 1].inspect %><%= @a.first(2).inspect %><%= @a.last %><%= @a.last(2).inspect %><%= @a.fetch(0) %><%= @a.fetch(10, "d") %><%= @a.values_at(0, -1, 9).inspect %><%= @a.index("a") %><%= @a.dig(0) %>
  | T
