package sandbox_test

import (
	"fmt"
	"net/http"
	"testing"

	"pgregory.net/rapid"

	"rento/internal/sandbox"
	"rento/internal/sandbox/razorpay"
)

// TestSBX17MoneyIsConserved lets payers, the merchant and time act in any
// order: an order never holds more than one captured payment, and no payment
// gives back more than it took.
func TestSBX17MoneyIsConserved(t *testing.T) {
	outcomes := []string{"success", "failure", "pending", "late", "failed_then_paid", "authorized"}
	rapid.Check(t, func(r *rapid.T) {
		w := newFixture(t)
		orders := []string{w.order(50000, true), w.order(70000, false)}
		payments := []string{}
		r.Repeat(map[string]func(*rapid.T){
			"pay": func(r *rapid.T) {
				a := razorpay.Attempt{
					OrderID: rapid.SampledFrom(orders).Draw(r, "order"),
					Outcome: rapid.SampledFrom(outcomes).Draw(r, "outcome"),
					Seconds: rapid.IntRange(1, 500_000).Draw(r, "seconds"),
				}
				if made, status := w.attempt(a); status == http.StatusOK {
					payments = append(payments, made["payment_id"].(string))
				}
			},
			"capture": func(r *rapid.T) {
				if len(payments) > 0 {
					amount := rapid.SampledFrom([]int{50000, 70000}).Draw(r, "amount")
					w.call("POST", "/payments/"+rapid.SampledFrom(payments).Draw(r, "payment")+"/capture",
						map[string]any{"amount": amount, "currency": "INR"})
				}
			},
			"refund": func(r *rapid.T) {
				if len(payments) > 0 {
					w.call("POST", "/payments/"+rapid.SampledFrom(payments).Draw(r, "payment")+"/refund",
						map[string]any{"amount": rapid.IntRange(100, 40000).Draw(r, "amount")})
				}
			},
			"wait": func(r *rapid.T) {
				w.control(sandbox.Command{Advance: fmt.Sprintf("%ds", rapid.IntRange(1, 200_000).Draw(r, "seconds"))})
			},
			"": func(r *rapid.T) { conserved(r, w) },
		})
	})
}

func conserved(r *rapid.T, w *fixture) {
	books := w.ledger()
	captured := map[any]int{}
	for _, p := range books.Payments {
		if p["captured"] == true {
			captured[p["order_id"]]++
		}
		if p["amount_refunded"].(float64) > p["amount"].(float64) {
			r.Fatalf("more given back than taken: %v", p)
		}
		var given float64
		for _, x := range books.Refunds {
			if x["payment_id"] == p["id"] && x["status"] != "failed" {
				given += x["amount"].(float64)
			}
		}
		if given != p["amount_refunded"] {
			r.Fatalf("refunds of %v do not add up to %v", p, given)
		}
	}
	for _, o := range books.Orders {
		if n := captured[o["id"]]; n > 1 || (n == 1) != (o["status"] == "paid") {
			r.Fatalf("%d captured payments of %v", n, o)
		}
	}
}
