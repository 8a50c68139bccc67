class c { $module_name = 1 notice($module_name) }
include c
