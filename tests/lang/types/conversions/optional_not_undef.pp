notice(Optional[Integer]('4'), String(Optional[Integer](undef) =~ Undef), NotUndef[Integer]('12'), NotUndef('x'), Optional[Float](3))
