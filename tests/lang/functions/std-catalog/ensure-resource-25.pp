ensure_resource('notify', 'x', {message => /a/, tag => ['u', 'v'], before => Notify['y']})
notify { 'y': }
