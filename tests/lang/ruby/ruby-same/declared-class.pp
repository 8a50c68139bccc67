$opts = {'l' => ['given']}
class { 'same': opts => $opts, list => $opts['l'] }
notice($opts)
