class rubydata($p) { notice($p) }
