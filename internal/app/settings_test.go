package app

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"rento/internal/advance"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// settings parses the variables, with the defaults for all others.
func settings(t *testing.T, variables map[string]string) *config.Config {
	t.Helper()
	for name, value := range variables {
		t.Setenv(name, value)
	}
	var c config.Config
	parser, err := kong.New(&c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(nil); err != nil {
		t.Fatal(err)
	}
	return &c
}

// rules are the settings that the domains receive.
type rules struct {
	Billing billing.Settings
	Tickets ticket.Settings
}

func rulesOf(c *config.Config) rules {
	return rules{billingSettings(c.Billing), ticketSettings(c.Billing)}
}

var days = cmp.Comparer(func(a, b calendar.Date) bool { return a == b })

// Without settings, the rules are those of docs/rules.md. Each billing variable changes exactly the
// rule that it is named after.
func TestSettingsReachTheRules(t *testing.T) {
	defaults := rules{billing.DefaultSettings(), ticket.DefaultSettings()}
	if diff := cmp.Diff(defaults, rulesOf(settings(t, nil)), days); diff != "" {
		t.Errorf("without settings (-want +got):\n%s", diff)
	}
	changes := map[string]struct {
		value string
		apply func(r *rules)
	}{
		"HOME_STATE":           {"27", func(r *rules) { r.Billing.HomeState = "27" }},
		"WHOLE_RUPEES":         {"false", func(r *rules) { r.Billing.WholeRupees = false }},
		"DUE_DAY":              {"5", func(r *rules) { r.Billing.DueDay = 5 }},
		"TIMING":               {"advance", func(r *rules) { r.Billing.Timing = billing.Advance }},
		"GO_LIVE":              {"2026-04-01", func(r *rules) { r.Billing.GoLive = calendar.MustParse("2026-04-01") }},
		"REST_OF_TENURE":       {"daily", func(r *rules) { r.Tickets.RestOfTenure = subscription.DailyRent }},
		"LATE_FEE_BP":          {"150", func(r *rules) { r.Billing.LateFee.BasisPoints = 150 }},
		"LATE_FEE_MIN":         {"30", func(r *rules) { r.Billing.LateFee.Min = money.Rupees(30) }},
		"LATE_FEE_MAX":         {"700", func(r *rules) { r.Billing.LateFee.Max = money.Rupees(700) }},
		"LATE_FEE_FLOOR":       {"250", func(r *rules) { r.Billing.LateFee.Floor = money.Rupees(250) }},
		"LATE_FEE_EXIT_GRACE":  {"21", func(r *rules) { r.Billing.LateFee.ExitGrace = 21 }},
		"REMINDERS":            {"4,-1", func(r *rules) { r.Billing.Reminders = []int{-1, 4} }},
		"REMINDER_LEAST":       {"50", func(r *rules) { r.Billing.ReminderLeast = money.Rupees(50) }},
		"ADVANCE":              {"12=4.5", func(r *rules) { r.Billing.PayAhead = advance.Tiers{{Months: 12, BasisPoints: 450}} }},
		"ADVANCE_KEEP":         {"true", func(r *rules) { r.Billing.KeepDiscount = true }},
		"LATE_FEE_CAP_PERCENT": {"7", func(r *rules) { r.Billing.LateFee.CapPercent = 7 }},
	}
	for _, s := range settings(t, nil).Describe() {
		name, ours := strings.CutPrefix(s.Variable, "RENTO_BILLING_")
		if !ours {
			continue
		}
		t.Run(name, func(t *testing.T) {
			change, known := changes[name]
			if !known {
				t.Fatalf("%s is looked at by no test", s.Variable)
			}
			want := rules{billing.DefaultSettings(), ticket.DefaultSettings()}
			change.apply(&want)
			if diff := cmp.Diff(want, rulesOf(settings(t, map[string]string{s.Variable: change.value})), days); diff != "" {
				t.Errorf("%s=%s (-want +got):\n%s", s.Variable, change.value, diff)
			}
		})
		delete(changes, name)
	}
	for name := range changes {
		t.Errorf("there is no setting RENTO_BILLING_%s", name)
	}
}

// A discount above what every tag promises, and a catalogue in which staying longer saves less, are
// refused with the variable and the reason. Otherwise nothing would be offered, or more than is
// said.
func TestACatalogueThatCannotBeOfferedIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"6=8":      "more than the 5 percent that a discount may be at most",
		"3=5,6=2":  "more months have a lower discount",
		"3=2,3=3":  "a number of months is named twice",
		"six=5":    `"six=5" is no number of months`,
		"3=2,25=5": `"25=5" is no number of months, at most 24`,
	} {
		err := checkAdvance(config.Billing{Advance: text})
		if err == nil || !strings.HasPrefix(err.Error(), "RENTO_BILLING_ADVANCE: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("RENTO_BILLING_ADVANCE=%s: got %v, want it refused with %q", text, err, want)
		}
	}
	if err := checkAdvance(settings(t, nil).Billing); err != nil {
		t.Errorf("as shipped: %v, want it taken", err)
	}
}

// The channels of a reminder are those that the operator has named for its day.
func TestTheChannelsOfRemindersReachTheMessages(t *testing.T) {
	for text, want := range map[string]map[int][]notify.Channel{
		"-3,0,3,10":              {},
		"-3:push+email,0,10:sms": {-3: {notify.Push, notify.Email}, 10: {notify.SMS}},
	} {
		if diff := cmp.Diff(want, reminderChannels(config.Billing{Reminders: text})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// A node's services follow its settings. In advance billing, a delivery is invoiced on the same day
// for the rest of its month, due on the configured day. In arrears, nothing is invoiced before the
// month is over.
func TestServicesWorkByTheirSettings(t *testing.T) {
	for _, timing := range []billing.Timing{billing.Arrears, billing.Advance} {
		t.Run(string(timing), func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := company.New(t, s, "2026-09-17")
				c := settings(t, map[string]string{
					"RENTO_BILLING_TIMING": string(timing), "RENTO_BILLING_DUE_DAY": "26", "RENTO_BILLING_REST_OF_TENURE": "daily",
				})
				c.DataKey = testkit.Secret
				UseSandbox(c, c.PublicURL)
				x, err := NewServices(c, s, Outside{Clock: w.Clock, Logger: slog.New(slog.DiscardHandler)})
				if err != nil {
					t.Fatal(err)
				}
				known, err := x.Tickets.Static(t.Context())
				if err != nil || known.Settings.RestOfTenure != subscription.DailyRent {
					t.Errorf("the rest of a tenure is counted %q, %v; want %q", known.Settings.RestOfTenure, err, subscription.DailyRent)
				}
				w.Subscriptions = x.Subscriptions
				w.Rent(w.Customer(), company.Bengaluru, "2026-08-20", company.Sofa)
				if _, err := x.Billing.CatchUp(t.Context(), nil); err != nil {
					t.Fatal(err) // nothing is billed ahead before the first monthly run
				}
				customer := w.Customer()
				w.Rent(customer, company.Bengaluru, "2026-09-17", company.Sofa)
				if _, err := x.Jobs.RunDue(t.Context()); err != nil {
					t.Fatal(err)
				}
				got := w.Invoices(customer)
				switch {
				case timing == billing.Arrears && len(got) != 0:
					t.Errorf("got %+v; want nothing invoiced", got)
				case timing == billing.Advance && (len(got) != 1 || got[0].Total != 82545 || got[0].DueDate != calendar.MustParse("2026-09-26")):
					t.Errorf("got %+v; want 14 days of September, due on the 26th", got)
				}
			})
		})
	}
}

// A node sends the reminder of a day on the channels of its setting.
func TestARemindersChannelsAreThoseOfItsSetting(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-09-17")
		c := settings(t, map[string]string{"RENTO_BILLING_REMINDERS": "-3:email,0"})
		c.DataKey = testkit.Secret
		UseSandbox(c, c.PublicURL)
		x, err := NewServices(c, s, Outside{Clock: w.Clock, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		customer := w.Customer()
		w.Write(customer, func(tx *store.Tx) error {
			return x.Notices.Remind(t.Context(), tx, customer, notify.PaymentReminder{Open: 1_769_00, Day: calendar.Today(w.Clock).AddDays(3)}, "of a test", -3)
		})
		sent, err := x.Notices.Outbox(t.Context(), s.Queries(), "", 10)
		if err != nil {
			t.Fatal(err)
		}
		var got []notify.Channel
		for _, m := range sent {
			got = append(got, m.Channel)
		}
		if diff := cmp.Diff([]notify.Channel{notify.Email}, got); diff != "" {
			t.Errorf("sent on (-want +got):\n%s", diff)
		}
	})
}

// The link of a message is valid for the configured time.
func TestALinkLivesAsLongAsItsSetting(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-09-17")
		c := settings(t, map[string]string{"RENTO_PAY_LINK_HOURS": "5"})
		c.DataKey, c.SecretKey = testkit.Secret, testkit.Secret
		UseSandbox(c, c.PublicURL)
		x, err := NewServices(c, s, Outside{Clock: w.Clock, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		customer := w.Customer()
		w.Write(customer, func(tx *store.Tx) error {
			return x.Notices.Send(t.Context(), tx, customer, notify.PaymentReminder{Open: 1_769_00, Day: calendar.Today(w.Clock)}, "of a test")
		})
		sent, err := x.Notices.Outbox(t.Context(), s.Queries(), "", 10)
		if err != nil || len(sent) == 0 {
			t.Fatalf("%d messages, %v; want one", len(sent), err)
		}
		_, code, _ := strings.Cut(sent[0].Body, "/dashboard/pay#")
		code, _, _ = strings.Cut(code, "\n")
		link, isOne, err := x.Notices.ReadPayCode(t.Context(), s.Queries(), code)
		if want := calendar.Stamp(w.Clock.Now().Add(5 * time.Hour)); err != nil || !isOne || link.Until != want {
			t.Errorf("%+v, %v, %v; want a link until %v", link, isOne, err, want)
		}
	})
}
