Type('Array[1]')
