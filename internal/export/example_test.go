package export_test

import (
	"context"
	"fmt"
	"strings"

	"rento/internal/calendar"
	"rento/internal/export"
	"rento/internal/store/db"
)

// A package declares which columns of its tables a customer gets, and how a row is adapted.
func ExamplePart() {
	type card struct {
		Number  string
		ValidTo calendar.Date
		AddedAt calendar.Instant
		Bank    string
	}
	part := export.Part{Name: "cards", About: "The cards that you pay with, masked.", Tables: []export.Table{
		export.Few[card]{
			Of: "cards", Without: "token",
			Read: func(*db.Queries, context.Context, int64) ([]card, error) {
				return []card{{Number: "4111111111111111"}}, nil
			},
			Change: func(c *card) { c.Number = "XXXX" + c.Number[12:] },
		},
	}}
	a := export.Archive{
		CustomerID: 7, Brand: "Rento", At: calendar.Stamp(calendar.MustParse("2026-10-01").At(10, 0)), Parts: []export.Part{part},
		Kept: []export.Kept{{What: "The token of a card", Why: "it is a key."}},
	}
	for line := range strings.Lines(a.Readme()) {
		if strings.HasPrefix(line, "- ") {
			fmt.Print(line)
		}
	}
	fmt.Println(part.Tables[0].Columns())
	// Output:
	// - cards: The cards that you pay with, masked.
	// - The token of a card: it is a key.
	// {cards [number valid_to added_at bank] [] [token]}
}
