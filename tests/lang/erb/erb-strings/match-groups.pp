notice(inline_template(@(T)))
  <% if "key=val" =~ /(\w+)=(\w+)/ %><%= $1 %>:<%= $2 %>:<%= $3.inspect %><% end %> <%= ("x" =~ /y/).inspect %> <%= $1.inspect %> <%= "foo" !~ /o/ %>
  | T
