Integer[1, 3].each |$i| { notice($i) }
3.each |$i| { notice($i) }
'ab'.each |$c| { notice($c) }
