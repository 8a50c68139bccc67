$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= Array(nil).inspect %><%= Array(1).inspect %><%= Array({"a" => 1}).inspect %><%= Array(1..2).inspect %> <%= Integer("12") + 1 %> <%= Float("1.5") %> <%= String(5) + "x" %> <%= "12abc".to_i %> <%= "x".to_i %> <%= " 4_2 ".to_i %> <%= "3.7x".to_f %> <%= 3.99.to_i %> <%= 65.chr %>
  | T
