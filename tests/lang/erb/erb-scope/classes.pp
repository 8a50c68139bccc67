class c { notice(inline_template('<%= classes.include?("c") %> <%= classes.include?("d") %>')) }
include c
