class k { notify { 'k': } }
class { 'k': before => Notify['after'] }
notify { 'after': }
