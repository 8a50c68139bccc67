notify { 'a': message => rubyfns::echo('m') }
file { '/x': content => rubyfns::makes('sensitive'), mode => rubyfns::echo('0644') }
