package ifsc

// Count returns how many banks and branches the data set has.
func Count() (bankCount, branchCount int) {
	for _, b := range directory().banks {
		for rest := b.branches; rest != ""; branchCount++ {
			_, n := uvarint(rest)
			rest = rest[n:]
		}
		bankCount++
	}
	return bankCount, branchCount
}
