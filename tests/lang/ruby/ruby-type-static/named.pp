# environment: generated
st_named { 'a': }
