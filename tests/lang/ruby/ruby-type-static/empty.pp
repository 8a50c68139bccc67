# environment: generated
st_empty { 'a': }
