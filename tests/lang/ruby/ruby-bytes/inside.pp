$b = inline_template('<%= "\u00e9".b %>')
notify { 'array': message => [$b, 'x', [$b]] }
notify { 'hash': message => { 'a' => $b, 'b' => { 'c' => $b } } }
