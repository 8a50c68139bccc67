notice("<${nothing}>")
notice("<${nothing}>")
