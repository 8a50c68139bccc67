notice("<${::thing}>")
