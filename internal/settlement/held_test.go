package settlement_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/money"
	"rento/internal/paging"
	emulated "rento/internal/sandbox/razorpayx"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/testkit"
)

// wantHeld checks what is held, and that the settlements' statements say the same.
func (d *testCompany) wantHeld(when string, want settlement.Held) {
	d.T.Helper()
	got, err := settlement.HeldOf(d.T.Context(), d.Store.Queries(), d.who.CustomerID)
	if err != nil {
		d.T.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		d.T.Errorf("%s: held (-want +got):\n%s", when, diff)
	}
	page, err := d.service.Statements(d.T.Context(), d.who.CustomerID, paging.Page{Number: 1, Size: 100})
	list := page.Statements
	if err != nil {
		d.T.Fatal(err)
	}
	var said money.Paise
	for _, one := range list {
		if one.Held {
			said += one.Refund
		}
	}
	if said != got.Deposit+got.Wallet {
		d.T.Errorf("%s: the statements say that %v is held, want %v", when, said, got.Deposit+got.Wallet)
	}
}

// A refund that the bank does not accept is held until there are other details.
func TestWhatIsHeldOfADeposit(t *testing.T) {
	for name, refuse := range map[string]func(*testCompany){
		"the account":     func(d *testCompany) { d.decide("validation", emulated.ValidationInvalid) },
		"the payment":     func(d *testCompany) { d.decide("payout", emulated.PayoutFailed) },
		"the money later": func(d *testCompany) { d.decide("payout", emulated.PayoutReversed) },
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				d := newTestCompany(t, s)
				refund := money.Rupees(3000)
				d.inspected()
				d.wantHeld("before the choice", settlement.Held{})
				refuse(d)
				d.toBank()
				d.wantHeld("nobody was asked yet", settlement.Held{})
				d.pass(30 * time.Hour)
				d.wantHeld("refused", settlement.Held{Deposit: refund})
				d.otherBank()
				d.wantHeld("other details", settlement.Held{})
				d.pass(30 * time.Hour)
				d.wantHeld("paid", settlement.Held{})
				if d.left() != refund {
					t.Errorf("%v left us, want %v", d.left(), refund)
				}
			})
		})
	}
}

// A refund that the bank did not accept can go to the wallet. If it is then paid out of the
// wallet and the bank does not accept it again, it is reported apart from deposits.
func TestWhatIsHeldOfTheWallet(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		refund := money.Rupees(3000)
		d.inspected()
		d.decide("validation", emulated.ValidationInvalid)
		d.toBank()
		d.pass(time.Hour)
		d.wantHeld("refused", settlement.Held{Deposit: refund})
		if err := d.service.SetPreference(t.Context(), d.who, settlement.ToWallet); err != nil {
			t.Fatal(err)
		}
		d.pass(time.Hour)
		d.wantHeld("in the wallet", settlement.Held{})
		if _, err := d.service.PayOutWallet(t.Context(), d.who, settlement.WalletPayout{All: true, To: settlement.ToBank}); err != nil {
			t.Fatal(err)
		}
		d.wantHeld("out of the wallet again", settlement.Held{Wallet: refund})
		pays, err := settlement.PaysDueOf(t.Context(), d.Store.Queries(), d.who.CustomerID, money.Rupees(786))
		if err != nil {
			t.Fatal(err)
		}
		if pays.Wallet != money.Rupees(786) || pays.Deposit != 0 {
			t.Errorf("the wallet pays %v and the deposit %v; want all 786 and nothing", pays.Wallet, pays.Deposit)
		}
	})
}
