notice(String(1.0), String(1.5e20), String(1e-7), String(12345.6789))
