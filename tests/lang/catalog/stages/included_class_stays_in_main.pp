stage { 'pre': }
class c { include d }
class d { notify { 'd': } }
class { 'c': stage => 'pre' }
