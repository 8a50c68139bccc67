$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= "a" + "b" * 3 %> <%= ["a", "b"].join %> <%= "x".concat("y", "z") %> <%= "b".prepend("a") %> <%= "ac".insert(1, "b") %>
  | T
