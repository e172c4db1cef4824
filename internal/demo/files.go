package demo

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/sandbox"
	"rento/internal/store"
)

// settingEntered holds the last day whose settlement files are entered.
const settingEntered = "demo.files_entered"

// enterFiles downloads the settlement files that have come since those of the last day, and enters
// them.
func (w *World) enterFiles(ctx context.Context) error {
	text, err := store.Setting(ctx, w.Store.Queries(), settingEntered)
	if err != nil && !store.IsNone(err) {
		return fmt.Errorf("demo: %w", err)
	}
	last, _ := calendar.Parse(text) // before the first file, no day
	days := slices.DeleteFunc(w.Sandbox.Settlements(), func(d sandbox.SettledDay) bool { return !d.Day.After(last) })
	if len(days) == 0 {
		return nil
	}
	for _, day := range slices.Backward(days) {
		if err := w.enterFile(ctx, day); err != nil {
			return fmt.Errorf("demo: enter %s: %w", day.Path, err)
		}
	}
	return w.Store.WriteCompany(ctx, func(tx *store.Tx) error { return tx.SaveSetting(ctx, settingEntered, days[0].Day.String()) })
}

func (w *World) enterFile(ctx context.Context, day sandbox.SettledDay) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+w.Sandbox.Host()+day.Path, http.NoBody)
	if err != nil {
		return err
	}
	file, err := w.Sandbox.Transport().RoundTrip(request)
	if err != nil {
		return err
	}
	defer func() { _ = file.Body.Close() }() // all of it was read
	if file.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", file.StatusCode)
	}
	_, err = w.Reconcile.EnterFile(ctx, day.Provider, file.Body)
	if fault.Of(err) != nil {
		return nil // a file that is refused has its alert, for a person
	}
	return err
}
