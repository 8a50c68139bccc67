@@notify { 'exported': message => 'e' }
