fact()
