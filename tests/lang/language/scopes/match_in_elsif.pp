if 'q' =~ /(z)/ { } elsif 'ab' =~ /(b)/ { notice($1) }
