translate()
