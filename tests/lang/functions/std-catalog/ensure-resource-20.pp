define my::d($p) {}
ensure_resource('my::d', 'zz', {p=>1})
ensure_resource('My::D', 'zz', {p=>1})
