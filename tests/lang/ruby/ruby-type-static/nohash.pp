# environment: generated
st_nohash { 'a': }
