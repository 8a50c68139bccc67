class pa { include pb::inner }
