notice([1,2,3].filter |$i,$x| { if $i == 1 { break() } true })
