notice("tab\there", "nl\nhere", "q\"q", "d\$d", "s\sx", "b\\b", "q\'q", "cr\rx")
