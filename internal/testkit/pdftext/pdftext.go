// Package pdftext reads the texts of the documents that package pdf made, as a
// viewer copies them. Tests use it.
package pdftext

import "rento/internal/pdf/picture"

// Lines returns the lines of text of all pages, in the order in which they were
// drawn.
func Lines(file []byte) ([]string, error) {
	pages, err := picture.Pages(file)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, page := range pages {
		lines = append(lines, page.Lines...)
	}
	return lines, nil
}
