class c { notify { 'a': } }
class { 'c': loglevel => debug }
