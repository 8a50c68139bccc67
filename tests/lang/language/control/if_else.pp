if $facts['kernel'] == 'Linux' { notice('linux') } else { notice('other') }
if false { notice('no') } elsif undef { notice('no') } elsif '' { notice('empty string is true') } else { notice('no') }
if 0 { notice('zero is true') }
if [] { notice('empty array is true') }
