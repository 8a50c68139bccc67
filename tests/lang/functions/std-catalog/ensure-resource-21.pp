ensure_resource('notify', ['a', 'b'], { message => Sensitive('x') })
ensure_resource('notify', 'a', { message => Sensitive('x') })
