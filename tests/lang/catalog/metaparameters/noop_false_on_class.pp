class c { notify { 'x': noop => true } notify { 'y': } }
class { 'c': noop => false }
