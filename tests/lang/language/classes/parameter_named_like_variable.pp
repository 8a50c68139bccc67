$port = 1
class c($port = $port, $other = $::port) { notice("[${port}] ${other}") }
include c
