@@notify { 'a': }
Notify <<| |>> { message => 'x' }
