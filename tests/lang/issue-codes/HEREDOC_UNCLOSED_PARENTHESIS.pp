notice(@(END
x
END
