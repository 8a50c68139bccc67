$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= "foobar".delete_prefix("foo") %> <%= "foobar".delete_suffix("bar") %> <%= "a".ord %> <%= "abc".slice(1, 2) %>
  | T
