type A = Integer
notice(A, A =~ Type[Integer], A == Integer, type(1) <= A)
