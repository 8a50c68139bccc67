notice("""x")
