type Thing = Object[{attributes => {p => Dt::Plain, o => Optional[Dt::Plain], v => Variant[Dt::Plain, Integer], l => Array[Dt::Plain]}}]
notice(Thing(1, 2, 3, 4))
