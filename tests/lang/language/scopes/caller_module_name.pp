notice("<${caller_module_name}>")
class c { notice("<${caller_module_name}>") }
include c
