class outer { contain inner notify { 'o': } }
class inner { notify { 'i': } }
class { 'outer': noop => true }
