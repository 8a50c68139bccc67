$matrix = [[1, 2, 3], [4, 5, 6]]
$sums = $matrix.map |$row| { $row.reduce |$a, $b| { $a + $b } }
$big = $matrix.map |$row| { $row.filter |$n| { $n > 2 } }.filter |$row| { $row != [] }
$flat = $matrix.reduce([]) |$memo, $row| { $memo + $row }
$index = $flat.filter |$i, $n| { $i % 2 == 0 }
$product = with(*$sums) |$first, $second| { $first * $second }
notice($sums, $big, $flat, $index, $product)
