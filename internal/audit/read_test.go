package audit_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
)

// The log is read by customer and by Indian days, both included, in the order of time, with the
// amounts that were recorded. An object that ends like an amount and is none stays whole.
func TestTheLogIsReadByCustomerAndDays(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		log := audit.New(ident.NewSource(clock, 0), clock)
		ctx := audit.WithRequest(audit.WithActor(t.Context(), audit.Staff("Meera Nair")), "r-1", "203.0.113.7")
		record := func(entries ...audit.Entry) {
			t.Helper()
			err := s.WriteCompany(ctx, func(tx *store.Tx) error {
				for _, e := range entries {
					if err := log.Record(ctx, tx, e); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		refund := audit.Entry{CustomerID: 7, Action: "refund_retried", Object: "refund/3", Amount: 149950, Reason: "by phone"}
		taken := audit.Entry{CustomerID: 7, Action: "invoice_credited", Object: "invoice/4", Amount: -money.Rupee}
		rate := audit.Entry{Action: "gst_rate_announced", Object: "sac:997323 of next year"}
		other := audit.Entry{CustomerID: 8, Action: "sign_in", Object: "session"}
		record(audit.Entry{CustomerID: 7, Action: "too_early", Object: "session"})
		clock.Set(calendar.MustParse("2026-11-21").Start())
		record(refund, rate)
		clock.Set(calendar.MustParse("2026-11-22").At(23, 59))
		record(other, taken)
		clock.Set(calendar.MustParse("2026-11-23").Start())
		record(audit.Entry{CustomerID: 7, Action: "too_late", Object: "session"})

		read := func(customer *int64, since, until string) (found []audit.Entry) {
			t.Helper()
			err := audit.Read(t.Context(), s.Queries(), customer, calendar.MustParse(since), calendar.MustParse(until), func(w audit.Written) error {
				if w.Actor != audit.Staff("Meera Nair") || w.RequestID != "r-1" || w.Network != "203.0.113.0/24" || w.ID == 0 {
					t.Errorf("entry %+v, want its actor, request and network", w)
				}
				found = append(found, w.Entry)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
		for _, test := range []struct {
			about string
			of    *int64
			want  []audit.Entry
		}{{"everybody", nil, []audit.Entry{refund, rate, other, taken}}, {"a customer", new(int64(7)), []audit.Entry{refund, taken}}, {"the company", new(int64(0)), []audit.Entry{rate}}} {
			if diff := cmp.Diff(test.want, read(test.of, "2026-11-21", "2026-11-22")); diff != "" {
				t.Errorf("about %s (-want +got):\n%s", test.about, diff)
			}
		}
		// More than one page.
		clock.Set(calendar.MustParse("2026-12-01").At(10, 0))
		var many []audit.Entry
		for n := range 2001 {
			many = append(many, audit.Entry{CustomerID: 7, Action: "slot_held", Object: fmt.Sprint("slot/", n)})
		}
		record(many...)
		for _, of := range []*int64{nil, new(int64(7))} {
			if diff := cmp.Diff(many, read(of, "2026-12-01", "2026-12-01")); diff != "" {
				t.Errorf("pages (-want +got):\n%s", diff)
			}
		}
	})
}
