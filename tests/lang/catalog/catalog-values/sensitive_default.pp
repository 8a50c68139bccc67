User { password => Sensitive('d') }
user { 'u': }
user { 'v': password => 'own' }
