# environment: generated
st_nopattern { 'a': }
