is_service_default(1,2)
