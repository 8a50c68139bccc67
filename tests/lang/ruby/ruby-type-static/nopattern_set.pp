# environment: generated
st_nopattern { 'a': id => 'b', value => 1 }
