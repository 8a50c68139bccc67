$mb = $facts['memory_mb']
$workers = $facts['processors']['count'] * 2 + 1
$each = $mb / $workers
$percent = $facts['load'] * 100
notice("${workers} workers of ${each} MB, rest ${$mb % $workers}, load ${percent} %")
if $mb >= 1024 and $workers > 4 or $facts['virtual'] { notice('big') }
unless $mb < 4096 { notice('huge') } else { notice("not huge: ${$mb - 4096}") }
notice($mb << 1, $mb >> 4, -$mb + 1, 7.5 - 0.25, 10 / 4.0)
