notice(with() |*$b = [9]| { $b })
