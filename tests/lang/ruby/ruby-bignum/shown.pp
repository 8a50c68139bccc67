notice(rbbig::make('max'), rbbig::make('min'), rbbig::make('edge'), rbbig::make('low'))
notice(rbbig::make('array'))
notice(rbbig::make('key'))
$x = rbbig::make('edge')
notice("a${x}b")
notify { "title ${x}": }
