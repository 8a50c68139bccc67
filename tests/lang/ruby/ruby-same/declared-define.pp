$opts = {'l' => ['given']}
same::thing { 'a': opts => $opts }
same::thing { 'b': opts => $opts }
create_resources('same::thing', {'c' => {'opts' => $opts}})
