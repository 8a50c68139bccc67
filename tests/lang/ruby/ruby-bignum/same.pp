$x = rbbig::make('edge')
notice($x == rbbig::make('edge'), $x == 5, $x == rbbig::make('low'))
notice({$x => 'found'}[rbbig::make('edge')])
notice([$x, $x].unique, $x in [1, $x])
