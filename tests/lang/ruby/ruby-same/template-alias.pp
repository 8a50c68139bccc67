$a = []
$b = $a
$h = {'in' => []}
$i = $h['in']
$e = [$a, $h]
notice(inline_template("<% @b << 1; @i << 2 %>x"))
notice($a, $b, $h, $i, $e)
notice(inline_template("<%= @a.length %> <%= @h['in'] %>"))
