class base::params {
  $dir = '/etc/base'
  $owner = 'root'
}
