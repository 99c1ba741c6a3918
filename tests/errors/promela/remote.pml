proctype Peter() { int zip; Lab: zip = 1 }
init { run Peter(); Petr@Lab; Peter@Lob; Peter[1]:zap == 1 }
