$r = 'key=value' =~ /(\w+)=(\w+)/
notice($r, $1, $2)
