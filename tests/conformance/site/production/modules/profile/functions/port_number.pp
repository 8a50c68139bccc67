# The number of a port that may be given by name.
function profile::port_number(Profile::Port $port) >> Integer {
  $port ? {
    'ssh'   => 22,
    'smtp'  => 25,
    'http'  => 80,
    'https' => 443,
    default => $port,
  }
}
