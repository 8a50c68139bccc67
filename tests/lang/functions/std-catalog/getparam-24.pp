notify { 'a[b]': message => 'm' }
notice(getparam('Notify[a[b]]', 'message'), getparam(Notify['a[b]'], 'message'), defined_with_params('Notify[a[b]]'))
ensure_resource('notify', 'a[b]', {message => 'm'})
