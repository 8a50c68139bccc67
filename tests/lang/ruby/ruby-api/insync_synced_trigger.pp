ra_synced { 'a': rsapi_custom_insync_trigger => 'x' }
