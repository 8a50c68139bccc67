notice("<${nothing}>")
