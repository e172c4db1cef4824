package demo_test

import (
	"cmp"
	"context"
	"slices"
	"testing"
	"time"

	"rento/internal/account"
	"rento/internal/advance"
	"rento/internal/calendar"
	"rento/internal/dashboard"
	"rento/internal/demo"
	"rento/internal/kyc"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/payment"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/ticket"
)

// seen is what the services report about a persona.
type seen struct {
	today calendar.Date
	dashboard.Data
	customer account.Customer
	mandates []db.Mandate
	closed   int64
	orders   int
	live     []ticket.Ticket
	raisedBy []string // the actors of the live requests
	payments int
	ahead    []advance.Cover // of the active package
	kyc      kyc.Progress
	friends  []string // of the referrals: state, and name or address
	mayJoin  bool     // may enter a friend's code
}

var onlyLive = true

func (x demoCity) look(t *testing.T, persona string) seen {
	t.Helper()
	ctx, q, id := t.Context(), x.Store.Queries(), x.id(t, persona)
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatalf("%s: %v", persona, err)
		}
	}
	s := seen{today: calendar.Today(x.Clock)}
	var err error
	options := func(ctx context.Context, q *db.Queries, id int64) (list []dashboard.PaymentOption, err error) {
		ways, err := x.AutoDebit.WaysFor(ctx, q, id)
		for _, way := range ways {
			list = append(list, dashboard.OptionOf(way.MandateOffer, way.Max))
		}
		return list, err
	}
	s.Data, err = dashboard.New(x.Store, x.Subscriptions, x.Clock, dashboard.Config{OptionsFor: options, AdvanceDiscount: 500, PaidAhead: x.Billing.AheadOf}).For(ctx, id)
	must(err)
	s.customer, err = x.Accounts.Customer(ctx, id)
	must(err)
	s.mandates, err = q.MandateList(ctx, id)
	must(err)
	closed, err := x.Subscriptions.ClosedItems(ctx, q, id, paging.Page{})
	must(err)
	s.closed = closed.Total
	orders, err := q.SubscriptionExportOrders(ctx, id, 0)
	must(err)
	s.orders = len(orders)
	live, err := ticket.Of(ctx, q, id, &onlyLive, paging.Page{})
	must(err)
	s.live = live.Tickets
	for _, l := range s.live {
		steps, err := q.TicketSteps(ctx, id, l.ID)
		must(err)
		s.raisedBy = append(s.raisedBy, steps[0].Actor)
	}
	payments, err := x.Payments.Transactions(ctx, id, paging.Page{Number: 1, Size: payment.MaxPage})
	must(err)
	s.payments = len(payments)
	s.ahead, err = advance.CoversOf(ctx, q, id)
	must(err)
	s.kyc, err = x.KYC.Progress(ctx, id)
	must(err)
	referrals, err := x.Referrals.Overview(ctx, id)
	must(err)
	s.mayJoin = referrals.MayJoin
	for _, r := range referrals.Referrals {
		s.friends = append(s.friends, string(r.State)+" "+cmp.Or(r.Name, r.Email))
	}
	slices.Sort(s.friends)
	return s
}

// askedBy reports whether each live request was raised by this actor.
func (s seen) askedBy(actor string) bool {
	return !slices.ContainsFunc(s.raisedBy, func(by string) bool { return by != actor }) && len(s.raisedBy) == len(s.live)
}

// owesNothing reports that nothing is due, and that the deposit is exact.
func (s seen) owesNothing() bool { return s.TotalPayable == 0 && s.Deposit.Balance() == 0 }

func (s seen) has(method string, active bool) bool {
	return slices.ContainsFunc(s.mandates, func(m db.Mandate) bool { return m.Method == method && m.IsActive == active })
}

func (s seen) air() int {
	n := 0
	for _, item := range s.Items {
		if item.AC {
			n++
		}
	}
	return n
}

// states are the personas' known states, as named conditions that must hold.
var states = map[string]func(s seen) map[string]bool{
	"asha": func(s seen) map[string]bool {
		return map[string]bool{
			"rent due with a late fee": s.PendingRent > 0 && s.PendingLateFees > 0 && s.Deposit.Balance() == 0,
			"auto debit required":      s.AutoDebitRequired && !s.AutoDebitInProgress && len(s.mandates) == 0,
			"sofa, fridge and AC":      len(s.Items) == 3 && s.air() == 1 && s.SettlementReady == false,
		}
	},
	"bilal": func(s seen) map[string]bool {
		return map[string]bool{"deposit due": s.Deposit.Balance() < 0, "no rent due": s.TotalPayable == 0}
	},
	"chitra": func(s seen) map[string]bool {
		return map[string]bool{
			"settlement ready": s.SettlementReady && s.Deposit.Balance() > 0, "nothing due": s.TotalPayable == 0,
			"nothing left": len(s.Items) == 0 && s.closed == 3,
		}
	},
	"dev": func(s seen) map[string]bool {
		return map[string]bool{"KYC pending": s.KYCPending, "nothing due": s.owesNothing(), "rents": len(s.Items) == 1}
	},
	"esha": func(s seen) map[string]bool {
		return map[string]bool{
			"three items, nothing due": len(s.Items) == 3 && s.owesNothing() && !s.KYCPending, "all banners but that of auto debit, which is set up": slices.Equal(s.Banners, []string{dashboard.AdvanceRental, dashboard.Referral, dashboard.StartRenting}),
			"mandates": s.has("upi", true) && s.has("card", false), "money in the wallet": s.WalletCredit > 0,
		}
	},
	"farid": func(s seen) map[string]bool {
		return map[string]bool{"business": s.customer.IsB2B && s.customer.GSTIN != ""}
	},
	"gauri": func(s seen) map[string]bool {
		return map[string]bool{
			"rent due while auto debit is under way": s.TotalPayable > 0 && s.AutoDebitInProgress && s.Deposit.Balance() >= 0,
			"no late fee":                            s.PendingLateFees == 0,
			"on a coming day":                        s.Debit.Step == dashboard.DebitPlanned && s.Debit.On.After(s.today) && !s.Debit.Again,
		}
	},
	"hari": func(s seen) map[string]bool {
		return map[string]bool{
			"closed items only": len(s.Items) == 0 && s.closed == 2, "all settled": s.owesNothing() && !s.SettlementReady,
			"friends in several states": slices.Equal(s.friends, []string{"invited meera@example.in", "joined Leela", "rewarded Dev"}),
			"one reward":                s.WalletCredit == 500*money.Rupee,
		}
	},
	"indu": func(s seen) map[string]bool {
		return map[string]bool{
			"one revocable request, one not":   len(s.live) == 2 && s.live[0].Revocable != s.live[1].Revocable,
			"which the customer has asked for": s.askedBy("customer"),
			"on different items":               len(s.live) == 2 && s.live[0].ItemIDs()[0] != s.live[1].ItemIDs()[0], "nothing due": s.owesNothing(),
		}
	},
	"jaya": func(s seen) map[string]bool {
		free, fixedAC := 0, 0
		for _, item := range s.Items {
			if item.CILAllowed {
				free++
			} else if item.AC {
				fixedAC++
			}
		}
		return map[string]bool{"five items, two transferable": len(s.Items) == 5 && free == 2 && fixedAC == 1, "nothing due": s.owesNothing()}
	},
	"kabir": func(s seen) map[string]bool {
		return map[string]bool{
			"one item, rent due":                  len(s.Items) == 1 && s.TotalPayable > 0 && !s.AutoDebitInProgress && s.Deposit.Balance() == 0,
			"mandate with a limit below the rent": s.has("emandate", true) && s.Debit.Step == dashboard.DebitAboveLimit, "a statement of more than a page": s.payments > 10,
		}
	},
	"mohan": func(s seen) map[string]bool {
		return map[string]bool{
			"rent due, no late fee": s.PendingRent > 0 && s.PendingLateFees == 0 && s.Deposit.Balance() == 0,
			"refused and tried again": s.Debit.Again && (s.Debit.Step == dashboard.DebitPlanned && !s.Debit.On.Before(s.today) || s.Debit.Step == dashboard.DebitFailed) ||
				s.today.DayOfMonth() <= 4,
		}
	},
	"nita": func(s seen) map[string]bool {
		return map[string]bool{
			"paused at the bank": len(s.mandates) == 1 && s.mandates[0].State == "paused" && s.Debit.Step == dashboard.DebitStopped, "rent due": s.PendingRent > 0,
		}
	},
	"omkar": func(s seen) map[string]bool {
		drawn := 0
		for _, c := range s.ahead {
			drawn += len(c.Draws)
		}
		return map[string]bool{
			"three items, nothing due": len(s.Items) == 3 && s.owesNothing(), "paid in advance, with invoices paid out of it": len(s.ahead) == 3 && drawn >= 3 && advance.Left(s.ahead) > 0,
		}
	},
	"pooja": kycStands(kyc.InProgress, kyc.Selfie, true),
	"qadir": kycStands(kyc.InReview, "", true),
	"rhea":  kycStands(kyc.PartialOffered, "", true),
	"samir": kycStands(kyc.PartiallyApproved, "", false),
	"tanvi": kycStands(kyc.Declined, "", true),
	"usman": kycStands(kyc.Approved, "", false),
	"veda": func(s seen) map[string]bool {
		return map[string]bool{"first rent due": s.PendingRent > 0 && len(s.Items) == 2, "may enter a friend's code": s.mayJoin}
	},
	"leela": func(s seen) map[string]bool {
		return map[string]bool{"new, no order": s.orders == 0 && s.owesNothing() && len(s.Items) == 0}
	},
}

// kycStands checks the state of a persona's verification, and the next step.
func kycStands(state kyc.CaseState, next kyc.Step, pending bool) func(s seen) map[string]bool {
	return func(s seen) map[string]bool {
		return map[string]bool{
			"KYC is " + string(state): s.kyc.State == state && s.kyc.Current == next, "pending as that says": s.KYCPending == pending && s.customer.KYCPending == pending,
			"owes and rents nothing": s.owesNothing() && s.orders == 0,
		}
	}
}

// Qadir is offered the name on his PAN, which would end his review. Rhea may bring her bank
// statement again.
func TestWhatPersonasOfKYCMayDo(t *testing.T) {
	x := madeAlready(t)
	for key, holds := range map[string]func(p kyc.Progressed) bool{
		"qadir": func(p kyc.Progressed) bool { return p.Step == kyc.PANCard && p.NameMismatch },
		"rhea":  func(p kyc.Progressed) bool { return p.Step == kyc.BankDetails && p.Reason == kyc.ReasonFewMonths },
	} {
		if s := x.look(t, key); !slices.ContainsFunc(s.kyc.Ordered, holds) {
			t.Errorf("%s: %+v; want the step that is theirs", key, s.kyc.Ordered)
		}
	}
}

func (x demoCity) checkPersonas(t *testing.T) {
	t.Helper()
	for _, p := range demo.Personas() {
		s := x.look(t, p.Key)
		for statement, holds := range states[p.Key](s) {
			if !holds {
				t.Errorf("%s: not so: %s\n%+v; want holds", p.Key, statement, s)
			}
		}
	}
	if x.look(t, "jaya").customer.CitySlug != x.look(t, "kabir").customer.CitySlug {
		t.Error("jaya and kabir live in different cities")
	}
}

// The personas' states hold on whatever day and time the city is made: around the bills of the 1st,
// the debits that follow, the due day, and the end of a month and of a financial year.
func TestPersonasOnAnyDay(t *testing.T) {
	at := []time.Time{
		calendar.MustParse("2026-12-01").At(0, 5), calendar.MustParse("2026-11-30").At(18, 35), calendar.MustParse("2028-02-29").At(23, 55),
	}
	for _, day := range []string{
		"2026-12-01", "2026-12-02", "2026-12-05", "2026-12-09", "2026-12-10", "2026-12-11", "2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30",
		"2028-02-28", "2028-02-29", "2027-03-31", "2027-04-01",
	} {
		day := calendar.MustParse(day)
		at = append(at, day.At(0, 5), day.At(5, 25), day.At(18, 35), day.At(23, 55))
	}
	for _, now := range testkit.Some(3, at...) {
		t.Run(now.Format("2006-01-02T15:04"), func(t *testing.T) {
			x := newCity(t, testkit.Open(t), now)
			x.build(t, demo.Options{Extras: -1})
			x.checkPersonas(t)
		})
	}
}
