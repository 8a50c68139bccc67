class c() { notify { 'c': } }
class { 'c': }
