package sandbox

import (
	"encoding/json"
	"fmt"
)

// Memory returns the books of all providers in a form that Recall takes, so
// that they outlive the process.
func (s *Sandbox) Memory() ([]byte, error) {
	kept := map[string]json.RawMessage{}
	for _, p := range s.providers {
		raw, err := p.Memory()
		if err != nil {
			return nil, err
		}
		kept[p.Name()] = raw
	}
	raw, err := json.Marshal(kept)
	if err != nil {
		return nil, fmt.Errorf("sandbox: keep the books: %w", err)
	}
	return raw, nil
}

// Recall takes the place of all books with what Memory returned. A provider
// that is new since then begins with empty books.
func (s *Sandbox) Recall(raw []byte) error {
	var kept map[string]json.RawMessage
	if err := json.Unmarshal(raw, &kept); err != nil {
		return fmt.Errorf("sandbox: recall the books: %w", err)
	}
	for _, p := range s.providers {
		if kept[p.Name()] == nil {
			p.Reset()
			continue
		}
		if err := p.Recall(kept[p.Name()]); err != nil {
			return err
		}
	}
	return nil
}

// Calls counts the requests that were answered: books that were kept before
// the last one may be out of date.
func (s *Sandbox) Calls() int64 { return s.calls.Load() }
