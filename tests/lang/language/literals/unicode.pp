$s = 'ünïcödé €'
notice($s, "${s}!")
notify { 'ключ': message => '日本語' }
