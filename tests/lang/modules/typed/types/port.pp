type Typed::Port = Integer[1, 65535]
