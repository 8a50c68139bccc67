$h = 5
notice(inline_template('<%= @h.each { |x| x } %>'))
