notice(@(END:json:x))
x
END
