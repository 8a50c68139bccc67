$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= @a.map { |x|
    x * 2
  }.select do |x|
    x > "b"
  end.first %>
  | T
