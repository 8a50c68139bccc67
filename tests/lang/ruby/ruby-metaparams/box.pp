rm_box { 'b': host => 'h' } file { '/x': rm_transport => Rm_box['b'] } rm_thing { 't': rm_transport => 'b' } define rm_d { notify { 'n': } } rm_d { 'd': rm_transport => 'deep' }
