Type('File["/x"]')
