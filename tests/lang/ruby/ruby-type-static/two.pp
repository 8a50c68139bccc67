# environment: generated
st_two { 'a': }
