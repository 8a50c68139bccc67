# environment: data
include asks
