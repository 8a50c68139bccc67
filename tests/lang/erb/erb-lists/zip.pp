$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= [1, 2, 3].zip(["a", "b"]).inspect %> <%= [[1, 2], [3, 4]].transpose.inspect %> <%= [1, 2].product([3]).inspect %> <%= [1, 2, 3].each_slice(2).to_a.inspect rescue 0 %>
  | T
