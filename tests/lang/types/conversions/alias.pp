type Port = Integer[1, 65535]
notice(Port('80'), Optional[Port]('81'))
