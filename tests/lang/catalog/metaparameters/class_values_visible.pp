class c { notice($noop, $tag) }
class { 'c': noop => false, tag => 'q' }
