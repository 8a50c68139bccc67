case 'Debian' {
  'RedHat', 'CentOS': { notice('rh') }
  'debian': { notice('deb, ignoring case') }
  default: { notice('default') }
}
