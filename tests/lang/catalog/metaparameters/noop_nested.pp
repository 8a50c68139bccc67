class outer { class { 'inner': } }
class inner { notify { 'a': } }
class { 'outer': noop => true }
