with(1, 2) |*$rest, $last| { }
