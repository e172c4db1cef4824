module rento

go 1.26.0
