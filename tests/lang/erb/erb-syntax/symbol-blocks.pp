$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= @a.map(&:upcase).join(&nil) %> <%= [1, nil].map(&:to_s).inspect %> <%= @a.reject(&:empty?).size %>
  | T
