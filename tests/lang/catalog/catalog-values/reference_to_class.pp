class k { }
include k
notify { 'a': message => Class['k'] }
