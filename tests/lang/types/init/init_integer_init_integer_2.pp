notice('3' =~ Init[Integer], 'x' =~ Init[Integer], ['3', 16] =~ Init[Integer], ['3', 17] =~ Init[Integer], 3.5 =~ Init[Integer], {from => 3} =~ Init[Integer])
