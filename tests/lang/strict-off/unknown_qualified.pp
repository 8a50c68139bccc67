notice("<${some::thing}>")
