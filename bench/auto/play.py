def summarize(rows): print(len(rows))
