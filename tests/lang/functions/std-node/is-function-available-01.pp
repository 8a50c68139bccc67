is_function_available()
