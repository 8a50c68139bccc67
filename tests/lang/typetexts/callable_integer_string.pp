Type('Callable[[Integer], String]')
