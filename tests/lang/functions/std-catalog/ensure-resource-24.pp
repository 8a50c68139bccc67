notify { 'x': message => [1, 2.0, {a => [true]}] }
ensure_resource('notify', 'x', {message => [1.0, 2, {a => [true]}]})
