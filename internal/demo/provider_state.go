package demo

import (
	"context"
	"fmt"
	"time"

	"rento/internal/store"
)

// settingProviders holds the providers' state, in the sandbox's own format.
const settingProviders = "demo.providers"

// saveEvery is how much of the providers' state a crash may lose.
const saveEvery = 2 * time.Second

// SaveProviderState saves the providers' state regularly if it may have changed, and once more when
// ctx ends: the city's gateway must not forget the payments in the city's books when the process
// ends.
func (w *World) SaveProviderState(ctx context.Context) {
	ticker := time.NewTicker(saveEvery)
	defer ticker.Stop()
	for running := true; running; {
		select {
		case <-ctx.Done():
			running = false
		case <-ticker.C:
		}
		if w.Sandbox.Calls() == w.kept.Load() {
			continue
		}
		if err := w.saveProviderState(context.WithoutCancel(ctx)); err != nil {
			w.Logger.ErrorContext(ctx, "the providers' books were not kept", "error", err.Error())
		}
	}
}

func (w *World) saveProviderState(ctx context.Context) error {
	calls := w.Sandbox.Calls()
	memory, err := w.Sandbox.Memory()
	if err != nil {
		return err
	}
	err = w.Store.WriteCompany(ctx, func(tx *store.Tx) error {
		return tx.SaveSetting(ctx, settingProviders, string(memory))
	})
	if err == nil {
		w.kept.Store(calls)
	}
	return err
}

func (w *World) loadProviderState(ctx context.Context) error {
	memory, err := store.Setting(ctx, w.Store.Queries(), settingProviders)
	if err != nil {
		return fmt.Errorf("demo: read the providers' books: %w", err)
	}
	return w.Sandbox.Recall([]byte(memory))
}
