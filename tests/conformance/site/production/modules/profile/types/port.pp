# A port that needs no privileges, or one of the well-known ones in use here.
type Profile::Port = Variant[Integer[1024, 65535], Enum['ssh', 'smtp', 'http', 'https'], Integer[22, 22], Integer[25, 25], Integer[80, 80], Integer[443, 443], Integer[514, 514], Integer[587, 587]]
