$s = 'some Text'
notice(inline_template(@(T)))
  <% p = "T.*" %><%= @s[/#{p}/] %> <%= @s =~ /^#{"some"}\s/ %> <%= /a|b/.to_s %> <%= "xa" =~ /x#{/A/i}/ %>
  | T
