package autodebit_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/autodebit"
	"rento/internal/mandate"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
)

// later takes a customer through the checkout of a registration on which the bank decides by and by,
// while our webhook address is out of reach.
func (w *world) later(begun autodebit.Begun, after time.Duration) {
	w.T.Helper()
	w.deaf = true
	w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "payment", Outcome: emulator.Late, Seconds: int(after.Seconds())}}})
	w.atGateway("/pay", map[string]any{"order_id": w.at.payable(begun)})
}

// pass lets time pass without our jobs: only the customer asks.
func (w *world) pass(d time.Duration) {
	w.Clock.Set(w.Clock.Now().Add(d))
	w.box.Elapse()
}

// A customer who waits for the bank asks it, and hears of a late yes at once.
func TestAskingTheBankAboutARegistration(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		begun := w.begin(c, provider.MandateUPI)
		w.later(begun, 2*time.Minute)
		for _, want := range []mandate.State{mandate.Initiated, mandate.Confirmed} {
			got, err := w.debits.Ask(w.T.Context(), c, begun.Mandate.ID)
			if err != nil {
				w.T.Fatal(err)
			}
			if diff := cmp.Diff(want, got.State); diff != "" {
				w.T.Fatalf("the state (-want +got):\n%s", diff)
			}
			w.pass(3 * time.Minute)
		}
		if _, err := w.debits.Ask(w.T.Context(), w.tenant(), begun.Mandate.ID); code(err) != "mandate.not_found" {
			w.T.Errorf("another customer's: %v, want mandate.not_found", err)
		}
	})
}

// A gateway that cannot be reached is said to the customer who asks, because nothing was asked.
func TestAskingWithoutAnAnswer(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		begun := w.begin(c, provider.MandateUPI)
		w.between = func(string) error { return errors.New("connection reset") }
		if _, err := w.debits.Ask(w.T.Context(), c, begun.Mandate.ID); code(err) != "provider.no_answer" {
			w.T.Errorf("got %v, want provider.no_answer", err)
		}
	})
}

// Whoever begins twice in the same way has one registration: it is opened again while it is open,
// refused while the bank decides, and refused once the bank has said yes.
func TestBeginningTwice(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant()
		again := func() string {
			_, err := w.debits.Begin(w.T.Context(), c, autodebit.BeginInput{Gateway: w.at.name, Method: provider.MandateUPI, Device: device})
			return code(err)
		}
		first := w.begin(c, provider.MandateUPI)
		second := w.begin(c, provider.MandateUPI)
		if diff := cmp.Diff(first.Mandate.ID, second.Mandate.ID); diff != "" {
			w.T.Errorf("the mandate (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(first.PageURL, second.PageURL); diff != "" {
			w.T.Errorf("its page (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(first.Checkout, second.Checkout); diff != "" {
			w.T.Errorf("its checkout (-want +got):\n%s", diff)
		}
		w.later(first, 2*time.Minute)
		if diff := cmp.Diff("mandate.at_bank", again()); diff != "" {
			w.T.Errorf("while the bank decides (-want +got):\n%s", diff)
		}
		w.pass(3 * time.Minute)
		if diff := cmp.Diff("mandate.just_confirmed", again()); diff != "" {
			w.T.Errorf("after the yes (-want +got):\n%s", diff)
		}
	})
}

// Another way, or a registration whose page does not open any more, is registered anew.
func TestBeginningAnew(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		first := w.begin(c, provider.MandateUPI)
		if byCard := w.begin(c, provider.MandateCard); byCard.Mandate.ID == first.Mandate.ID {
			w.T.Error("by card: the registration by UPI, want one of its own")
		}
		w.pass(31 * time.Minute)
		if anew := w.begin(c, provider.MandateUPI); anew.Mandate.ID == first.Mandate.ID {
			w.T.Error("after half an hour: the old registration, want a new one")
		}
	})
}
