notice(""", "a", ''', "b")
