notice(inline_template(@(T)))
  <%= "héllo".length %> <%= "héllo".bytesize %> <%= "héllo"[1] %> <%= "héllo".reverse %> <%= "héllo".index("l") %> <%= "é".ljust(3, "*") %>
  | T
