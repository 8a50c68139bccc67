class c { notify { 'a': } notify { 'b': noop => false } }
class { 'c': noop => true }
