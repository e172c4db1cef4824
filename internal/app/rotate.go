package app

import "fmt"

type rotateKeyCommand struct{}

// Run encrypts what is stored under the former data key anew. It may run while
// the system serves, and again after it was stopped. A key that can be guessed
// is refused before anything is encrypted with it.
func (rotateKeyCommand) Run(w *world) error {
	if err := w.config.CheckDataKey(); err != nil {
		return err
	}
	return w.withServices(func(x *Services) error {
		payees, err := x.Settlements.RotateKey(w.ctx)
		fmt.Fprintf(w.stdout, "Encrypted anew under the present key: %d payees", payees)
		events := 0
		if err == nil {
			events, err = x.Inbox.RotateKey(w.ctx)
		}
		fmt.Fprintf(w.stdout, ", %d events of providers\n", events)
		if err == nil {
			fmt.Fprintln(w.stdout, "Nothing is left under another key: RENTO_DATA_KEY_OLD can be removed.")
		}
		return err
	})
}
