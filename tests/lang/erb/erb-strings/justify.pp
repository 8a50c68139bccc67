$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  [<%= "a".ljust(3) %>][<%= "a".rjust(3, "0") %>][<%= "a".center(4, "xy") %>][<%= "abcdef".ljust(3) %>]
  | T
