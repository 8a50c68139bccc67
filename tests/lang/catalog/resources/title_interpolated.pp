$n = 5
notify { "n-${n}": }
notify { "${n}": }
