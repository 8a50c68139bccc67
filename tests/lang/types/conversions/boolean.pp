notice(Boolean('Yes'), Boolean('n'), Boolean('TRUE'), Boolean(0), Boolean(0.0), Boolean(-1), Boolean(true))
