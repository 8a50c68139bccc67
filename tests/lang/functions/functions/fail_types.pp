fail(['a', { 'b' => undef }], 1.5, true)
