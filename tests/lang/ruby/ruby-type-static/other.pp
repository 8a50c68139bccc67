# environment: generated
st_other { 'a': }
