notice(Object < Any, Object == Object, Object =~ Type, Object =~ Type[Any], type(Object))
