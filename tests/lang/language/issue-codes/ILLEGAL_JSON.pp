notice(@("END":json))
${1} {
END
