define rbcomp::two($p = 1) { notify { "two ${p}": } }
