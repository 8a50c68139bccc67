# environment: generated
mount { '/x': device => 1 }
