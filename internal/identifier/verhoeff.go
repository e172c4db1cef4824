package identifier

// dihedral is the multiplication table of the symmetries of a pentagon, on which Verhoeff's check
// is based: five rotations, then five reflections.
var dihedral = func() (table [10][10]int) {
	for a := range 10 {
		for b := range 10 {
			switch {
			case a < 5 && b < 5:
				table[a][b] = (a + b) % 5
			case a < 5:
				table[a][b] = 5 + (a+b)%5
			case b < 5:
				table[a][b] = 5 + (a-b)%5
			default:
				table[a][b] = (a - b + 5) % 5
			}
		}
	}
	return table
}()

// shuffles are the permutations of the digits by their position from the right. Each one applies
// the first permutation once more.
var shuffles = func() (table [8][10]int) {
	first := [10]int{1, 5, 7, 6, 2, 8, 3, 0, 9, 4}
	for digit := range 10 {
		table[0][digit] = digit
	}
	for place := 1; place < 8; place++ {
		for digit := range 10 {
			table[place][digit] = first[table[place-1][digit]]
		}
	}
	return table
}()

// inverse is the inverse of each symmetry.
var inverse = [10]int{0, 4, 3, 2, 1, 5, 6, 7, 8, 9}

// verhoeff says whether the last digit is the right check digit. The text must consist of digits.
func verhoeff(digits string) bool { return checksum(digits, 0) == 0 }

// VerhoeffCheck is the check digit of a number, which must consist of digits.
func VerhoeffCheck(number string) byte { return byte('0' + inverse[checksum(number, 1)]) }

// checksum is the checksum of digits whose last digit is at this position from the right.
func checksum(digits string, place int) int {
	sum := 0
	for i := range len(digits) {
		digit := int(digits[len(digits)-1-i] - '0')
		sum = dihedral[sum][shuffles[(i+place)%8][digit]]
	}
	return sum
}
