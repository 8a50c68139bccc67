notify { 'base': }
notify { 'all':
  noop => true, schedule => 'daily', audit => ['message'], loglevel => 'info', alias => 'every',
  tag => 't', require => Notify['base'], subscribe => Notify['base'],
}
