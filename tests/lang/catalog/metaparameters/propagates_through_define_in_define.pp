define inner() { notify { "n ${title}": } }
define outer() { inner { "i ${title}": } }
outer { 'x': noop => true, tag => 'far' }
