notice(Init, Init[Integer], Init[Integer, 16], type(Init[Integer]), Init[String, '%x'])
