$module = lookup('rubyerr::class')
notice($module =~ Type, $module =~ Runtime, $module =~ Type[Any], $module =~ Type[String], $module =~ RichData)
notice(type($module), $module)
