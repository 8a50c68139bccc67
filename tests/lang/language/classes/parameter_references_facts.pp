class c($os = $facts['os']['name'], $n = $title, $m = $module_name) { notice($os, $n, "[${m}]") }
include c
