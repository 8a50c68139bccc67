schedule { 'night': range => '2 - 4' }
class c { notify { 'a': } notify { 'b': schedule => 'other' } }
class { 'c': schedule => 'night' }
