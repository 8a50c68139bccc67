$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= [1, 2, 3].inject { |s, x| s + x } %> <%= [1, 2, 3].inject(10) { |s, x| s + x } %> <%= [1, 2, 3].inject(:+) %> <%= [1, 2].reduce(5, :*) %> <%= [].inject(:+).inspect %> <%= [1, 2].sum %> <%= ["a", "b"].sum("") %>
  | T
