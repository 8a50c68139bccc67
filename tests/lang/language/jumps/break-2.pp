if true { break() }
