Type('Array[Integer]]')
