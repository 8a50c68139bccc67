$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= [1, [2, [3, nil]]].flatten.inspect %> <%= [1, [2, [3]]].flatten(1).inspect %> <%= [1, nil, 2].compact.inspect %> <%= @a.uniq.inspect %> <%= %w[a B b].uniq { |x| x.downcase }.inspect %> <%= [@a].flatten.length %> <%= [1, 1.0].uniq.inspect %>
  | T
