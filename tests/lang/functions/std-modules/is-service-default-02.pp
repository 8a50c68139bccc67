is_service_default()
