notice(@("END":base64))
${1}*
END
