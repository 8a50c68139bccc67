['Debian', 'RedHat', 'Gentoo', undef].each |$family| {
  $package = $family ? {
    /^(?i:debian|ubuntu)$/ => 'apache2',
    'redhat'               => 'httpd',
    Undef                  => 'none',
    default                => "www-${family}",
  }
  case $package {
    'none': { notice('nothing to install') }
    /^(\w+)-(\w+)$/: { notice("generic: ${1} for ${2}") }
    default: { notice("package ${package}") }
  }
}
