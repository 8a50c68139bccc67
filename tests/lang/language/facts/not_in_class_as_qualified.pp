class c { notice($::hostname, $hostname, $facts['hostname']) }
include c
