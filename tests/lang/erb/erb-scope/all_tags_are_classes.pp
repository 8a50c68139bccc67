class a::b { notice(inline_template('<%= all_tags.to_a.sort.join(",") %>')) }
notify { 'x': tag => 'mine' }
include a::b
