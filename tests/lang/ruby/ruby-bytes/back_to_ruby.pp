$b = inline_template('<%= "\u00e9".b %>')
$h = { 'a' => [$b] }
notice(inline_template('<%= @b.encoding %> <%= @b.bytes.inspect %> <%= @h["a"][0].encoding %>'))
notify { 'again': message => inline_template('<%= @b + "x" %>') }
