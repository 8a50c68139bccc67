class pa::through { include pb }
