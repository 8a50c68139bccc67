class c { notify { 'x': } notify { 'y': noop => false } }
class { 'c': noop => true }
