stage { 'first': before => Stage['main'] }
class c { notify { 'x': } }
Class { stage => 'first' }
include c
