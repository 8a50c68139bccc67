Type("Integer\nString")
