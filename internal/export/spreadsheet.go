package export

import (
	"strconv"
	"strings"
)

// SpreadsheetRow marks, in place, each cell that a spreadsheet would run as a formula, and returns
// the cells. Numbers below zero are none.
func SpreadsheetRow(cells ...string) []string {
	for i, cell := range cells {
		if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
			cells[i] = "'" + cell
		}
	}
	return cells
}
