// Package paging reads long lists part by part. A page by its number moves with its list: a row that
// comes or goes in front of it shifts the others. A page after a row does not.
package paging

import (
	"encoding/json"

	"rento/internal/fault"
)

// Page selects a part of a list: the page of a number, which starts at 1, or what follows a row.
type Page struct {
	Number int
	Size   int
	// After is the Next of the page before. With it, Number is not looked at.
	After string
}

// The default and the maximum page size.
const (
	defaultSize = 10
	// MaxSize is the maximum number of entries on a page.
	MaxSize = 100
)

// Normal fills in the defaults: page 1 with 10 entries. A page below 1 or above 1,000,000, or a
// size below 1 or above 100, is a Fault (422).
func (p Page) Normal() (Page, error) {
	if p.Number == 0 {
		p.Number = 1
	}
	if p.Size == 0 {
		p.Size = defaultSize
	}
	if p.Number < 1 || p.Number > 1_000_000 {
		return p, fault.Invalid("list.page_invalid", "page", "The page must be 1 or more.")
	}
	if p.Size < 1 || p.Size > MaxSize {
		return p, fault.Invalid("list.size_invalid", "size", "The size must be between 1 and 100.")
	}
	return p, nil
}

// Skip is how many entries come before the page, or between the row of After and it.
func (p Page) Skip() int32 {
	if p.After != "" {
		return 0
	}
	return int32((p.Number - 1) * p.Size)
}

// Limit is how many entries to read: one more than the page has, by which Cut knows of a next page.
func (p Page) Limit() int32 { return int32(p.Size) + 1 }

// Key is where a row stands in its list: the values by which the list is sorted, as K has them. It
// is the zero K for a page by number. An After of another list is ErrAfter.
func Key[K any](p Page) (key K, err error) {
	if p.After != "" && json.Unmarshal([]byte(p.After), &key) != nil {
		err = ErrAfter()
	}
	return key, err
}

// ErrAfter is the Fault (400) for an After that no page of the list has given.
func ErrAfter() error {
	return fault.Unreadable("list.after_invalid", "The parameter 'after' is not the next of a page of this list.")
}

// Cut returns the page of the rows that were read with its Limit. next is the After of the page that
// follows, made of the key of the last row, or empty after the last page.
func Cut[R, K any](p Page, rows []R, key func(R) K) (page []R, next string) {
	if len(rows) <= p.Size {
		return rows, ""
	}
	page = rows[:p.Size]
	text, err := json.Marshal(key(page[p.Size-1]))
	if err != nil {
		panic("paging: a key cannot be written: " + err.Error()) // a key has days, instants, texts and numbers
	}
	return page, string(text)
}
