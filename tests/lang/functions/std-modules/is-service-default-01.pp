notice(is_service_default('<SERVICE DEFAULT>'), is_service_default('x'), is_service_default(undef), is_service_default([]))
