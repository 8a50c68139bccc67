$bad = 'no address'
notice(inline_template("<% x = begin; IPAddr.new('1.2.3.4'); 1; rescue TypeError; 2; end %><%= x %>"))
notice(inline_template("<% begin; IPAddr.new(@bad); rescue TypeError; 2; end %>"))
