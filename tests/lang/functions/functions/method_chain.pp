notice([1, 2, 3, 4].filter |$x| { $x > 1 }.map |$x| { $x * $x }.reduce |$a, $b| { $a + $b })
'text'.notice
notice('x'.with |$s| { "${s}${s}" })
