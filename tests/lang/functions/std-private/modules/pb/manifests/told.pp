class pb::told {
  assert_private("only for ${module_name}, not for '${caller_module_name}'")
}
