# environment: generated
mount { '/x': own => 1 }
