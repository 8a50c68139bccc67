notice(with([Timespan(5)]) |Array[Timespan[0, 1]] $t| { $t })
