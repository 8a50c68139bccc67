notice(Any > Init[Collection])
