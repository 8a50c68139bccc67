# environment: generated
st_more { 'a': }
