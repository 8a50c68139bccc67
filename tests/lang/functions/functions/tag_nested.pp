tag('x::y', 'z')
notify { 'n': }
include base
