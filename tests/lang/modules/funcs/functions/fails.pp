function funcs::fails() { fail("from module") }
