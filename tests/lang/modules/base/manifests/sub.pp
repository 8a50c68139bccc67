class base::sub {
  notice("sub of ${module_name}, called from ${caller_module_name}")
  notify { 'base::sub': }
}
