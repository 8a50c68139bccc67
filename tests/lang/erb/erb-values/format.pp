notice(inline_template(@(T)))
  <%= "%05d|%-5s|%5.2f|%x|%s" % [42, "ab", 3.14159, 255, "z"] %> <%= "%d%%" % 5 %> <%= sprintf("%03d", 7) %> <%= format("%+d", 3) %>
  | T
