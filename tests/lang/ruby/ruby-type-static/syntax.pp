# environment: generated
st_syntax { 'a': }
