class c { notice(inline_template('<%= all_tags.include?("c") %> <%= all_tags.include?("d") %>')) }
include c
