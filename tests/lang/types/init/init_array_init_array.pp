notice(Init[Array] =~ Type, Init[Array] < Init, Init < Init[Array], Init[Integer] == Init[Integer], Init[Integer] == Init[Integer, 16])
