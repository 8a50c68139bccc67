class base::inherits (
  String $dir = $base::params::dir,
) inherits base::params {
  file { $dir:
    ensure => directory,
    owner  => $owner,
  }
}
