package juspay_test

import (
	"testing"

	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit/gateway"
)

func TestJSP09RefundsOfOneKeyAreOne(t *testing.T) {
	both(t, func(t *testing.T, w *fixture) {
		w.Order("RM0009", 5000)
		p := w.pay("RM0009", "success")
		req := provider.RefundRequest{Order: provider.Order{Reference: "RM0009", ID: "RM0009"}, PaymentID: p.TxnID, Amount: 2000, Key: "dup:1"}
		first, err := w.Gateway.Refund(t.Context(), req)
		if err != nil || first.State != provider.RefundPending || first.Amount != 2000 || first.PaymentID != p.TxnID || len(first.ID) != 20 {
			t.Fatalf("refund %+v, %v; want one of 20.00, pending", first, err)
		}
		second, err := w.Gateway.Refund(t.Context(), req)
		if err != nil || second.ID != first.ID || len(w.Ledger().Refunds) != 1 {
			t.Errorf("repeat %+v, %v; want %s", second, err, first.ID)
		}
		req.Amount = 2100
		_, err = w.Gateway.Refund(t.Context(), req)
		gateway.Outcome(t, err, provider.Declined)
		if got := w.Only("RM0009"); got.Refunded != 2000 || got.State != provider.PaymentCaptured {
			t.Errorf("payment %+v; want 20.00 given back", got)
		}
		req.Amount, req.Key = 3000, "dup:2"
		if _, err := w.Gateway.Refund(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		if got := w.Only("RM0009"); got.Refunded != 5000 || got.State != provider.PaymentRefunded {
			t.Errorf("payment %+v; want all of it given back", got)
		}
	})
}

func TestJSP10LostAnswerOfRefundIsRepeated(t *testing.T) {
	for _, fault := range []emulator.Fault{emulator.TimeoutAfter, emulator.TimeoutBefore, emulator.Error500After, emulator.Empty200, emulator.Malformed} {
		w := inProcess(t)
		w.Order("RM0010", 5000)
		p := w.pay("RM0010", "success")
		req := provider.RefundRequest{Order: provider.Order{ID: "RM0010"}, PaymentID: p.TxnID, Amount: 5000, Key: "dup-juspay-" + p.TxnID}
		w.Spoil("refunds.create", fault)
		_, err := w.Gateway.Refund(t.Context(), req)
		gateway.Outcome(t, err, provider.Unknown)
		if _, err := w.Gateway.Refund(t.Context(), req); err != nil || len(w.Ledger().Refunds) != 1 {
			t.Errorf("%s: %v, %d refunds; want one", fault, err, len(w.Ledger().Refunds))
		}
	}
}

func TestJSP11RefundEnds(t *testing.T) {
	for how, want := range map[string]provider.RefundState{
		"success": provider.RefundProcessed, "failure": provider.RefundFailed, "pending": provider.RefundPending,
	} {
		w := inProcess(t)
		w.Order("RM0011", 5000)
		p := w.pay("RM0011", "success")
		w.Do(sandbox.Command{Outcomes: []emulator.Answer{{Call: "refund", Outcome: how}}})
		order := provider.Order{ID: "RM0011"}
		made, err := w.Gateway.Refund(t.Context(), provider.RefundRequest{Order: order, PaymentID: p.TxnID, Amount: 5000, Key: "dup-1"})
		if err != nil {
			t.Fatal(err)
		}
		w.Do(sandbox.Command{Advance: "1h"})
		for _, which := range []provider.RefundQuery{{Order: order, Key: "dup-1"}, {Order: order, ID: made.ID}} {
			if got, err := w.Gateway.FetchRefund(t.Context(), which); err != nil || got.State != want || got.Amount != 5000 || got.ID != made.ID {
				t.Errorf("%s: %+v, %v; want %s", how, got, err, want)
			} else if made.At.IsZero() || !got.At.Equal(made.At) {
				t.Errorf("made at %s, an hour later at %s; want one time", made.At, got.At)
			}
		}
		_, err = w.Gateway.FetchRefund(t.Context(), provider.RefundQuery{Order: order, Key: "dup-2"})
		gateway.Outcome(t, err, provider.Unknown)
		if left := w.Only("RM0011"); (left.Refunded == 0) != (how == "failure") {
			t.Errorf("%s: %v given back; want nothing of a refund that failed", how, left.Refunded)
		}
	}
}
