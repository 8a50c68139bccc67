# environment: generated
st_least { 'a': }
