ra_insync { 'a': rsapi_custom_insync_trigger => 'do_not_specify_in_manifest' }
