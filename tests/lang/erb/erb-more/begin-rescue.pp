$good = '10.0.0.1'
$v6 = 'fe80::1'
$bad = 'no address'
$list = ['10.0.0.1', 'x', '::1', '1.2.3', '01.2.3.4', '1.2.3.4 ', "1.2.3.4\n", 'fe80::g', '0.0.0.0', '1.2.3.256', '*']
notice(inline_template('<% begin %><% IPAddr.new(@good) %>fine<% rescue ArgumentError => e %>wrong<% end %>'))
notice(inline_template('<% begin %>a<% IPAddr.new(@bad) %>fine<% rescue ArgumentError => e %>wrong<% end %>'))
notice(inline_template("<% require 'ipaddr'; x = begin; IPAddr.new(@bad); 1; rescue; 2; end %><%= x %>"))
notice(inline_template("<% x = begin\n IPAddr.new(@v6)\n 1\n rescue TypeError, IPAddr::Error then 2\n end %><%= x %>"))
notice(inline_template("<% x = begin\n IPAddr.new(@bad); rescue StandardError then 2 end %><%= x %>"))
notice(inline_template("<% @list.each do |a| ok = begin; IPAddr.new(a); 'yes'; rescue ArgumentError; 'no'; end %><%= ok %> <% end %>"))
notice(inline_template("<% r = @list.map { |a| begin; @list.each { |b| IPAddr.new(b) if b == a }; a.length; rescue IPAddr::InvalidAddressError => e; -1; end } %><%= r.inspect %>"))
notice(inline_template("<% begin; x = 5; end %><%= x %> <%= begin; 7; end %>"))
notice(inline_template("<% def check(a) begin; IPAddr.new(a); true; rescue ArgumentError; false; end; end %><%= check(@good) %> <%= check(@bad) %>"))
notice(inline_template("<% def make(a) IPAddr.new(a) end %><%= begin; make(@bad); 1; rescue ArgumentError; 2; end %>"))
notice(inline_template("<% begin; begin; IPAddr.new(@bad); rescue TypeError; x = 1; end; rescue ArgumentError; x = 2; end %><%= x %>"))
notice(inline_template("<% v = 0; begin; v = 1; [1, 2].each { |i| v += i; IPAddr.new(@bad) if i == 2 }; rescue => e; v *= 10; end %><%= v %>"))
notice(inline_template("<%= IPAddr.new(@good).to_s %> <%= IPAddr.new(@good) == @good %> <%= IPAddr.new('10.0.0.0/24').include?(@good) %>"))
notice(inline_template("<% begin; IPAddr.new(@bad); rescue ArgumentError => e; m = e.message; end %><%= m[0, 15] %>"))
notice(inline_template("<% begin; raise 'x'; rescue => e; m = e.class; ensure; n = 4; end %><%= m %> <%= n %>"))
notice(inline_template("<% begin; Integer('x'); rescue ArgumentError; m = 'bad'; end %><%= m %>"))
notice(inline_template("<% begin; scope.call_function('sprintf', ['%d', 'x']); rescue => e; m = 'failed'; end %><%= m %>"))
