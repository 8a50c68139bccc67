notice(@("END":pp))
${1} +
END
