$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= @a
    .sort
    .uniq
    .join("-") %>
  | T
