package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/store"
	"rento/internal/store/db"
)

// home is the part of dashboardData that the tests check. Amounts are in rupees.
type home struct {
	DepositBalance              *float64
	TotalPayableAmount          *float64
	IsAutoDebitRequired         *bool
	HasActiveMandate            *bool
	IsAutoDebitInProgress       *bool
	LatestInvoiceDate           *string
	TotalPendingRentalDueAmount *float64
	PendingLateFeeAmount        *float64
	RentoMoney                  *float64
	HasWalletHistory            *bool
	PendingDuesText             *string
	SortedBanners               []string
	HasLiveOrder                *bool
	ShouldRolloutHaptikFully    *bool
	HaptikCities                []string
	AdvanceDiscountPercentage   float64
	DepositDetails              struct {
		IsSettlementReady                        *bool
		AmountPaid                               *float64
		SubscriptionDeposit                      *float64
		AdjustmentPlusQcAmountPlusAmountRefunded *float64
	}
	UserStatus         struct{ KYCPending *bool }
	ActiveProductLists []struct {
		ID                  *int64
		DeliveryStatus      *int64
		Name                *string
		Thumbnail           *string
		DeliveryDate        *string
		ExpectedClosureDate *string
		LocationID          *int64
		IsCILAllowed        *bool
	}
	Locations      []struct{ Name *string }
	PaymentOptions []struct {
		UniqueID          *string
		Name              *string
		PaymentText       *string
		PaymentCategories []string `json:"payment_categories"`
		Gateway           *string
		PaymentMethod     *string
	}
}

func (p person) homeScreen(t *testing.T) home {
	t.Helper()
	var h home
	if status := p.do(t, http.MethodGet, "/api/Dashboards/dashboardData", nil, &h); status != http.StatusOK {
		t.Fatalf("status %d, want 200", status)
	}
	return h
}

// ENTITY-01, ENTITY-02, ENTITY-03, ENTITY-04, ENTITY-05, ENTITY-06, ENTITY-07, ENTITY-10,
// ENTITY-12: every field of the home screen is present, whatever the customer's state, and no list
// is null.
func TestTheHomeScreenHasEveryField(t *testing.T) {
	w := sharedCity(t)
	for _, key := range []string{"asha", "chitra", "dev", "hari", "leela"} {
		t.Run(key, func(t *testing.T) {
			h := w.person(t, key).homeScreen(t)
			missing := h.DepositBalance == nil || h.TotalPayableAmount == nil || h.IsAutoDebitRequired == nil || h.IsAutoDebitInProgress == nil || h.HasActiveMandate == nil ||
				h.TotalPendingRentalDueAmount == nil || h.PendingLateFeeAmount == nil || h.RentoMoney == nil || h.HasWalletHistory == nil || h.PendingDuesText == nil ||
				h.HasLiveOrder == nil || h.ShouldRolloutHaptikFully == nil || h.UserStatus.KYCPending == nil ||
				h.DepositDetails.IsSettlementReady == nil || h.DepositDetails.AmountPaid == nil ||
				h.DepositDetails.SubscriptionDeposit == nil || h.DepositDetails.AdjustmentPlusQcAmountPlusAmountRefunded == nil
			if missing || h.SortedBanners == nil || h.HaptikCities == nil || h.ActiveProductLists == nil {
				t.Errorf("a field is missing: %+v; want not missing, h.SortedBanners other than nil, h.HaptikCities other than nil, h.ActiveProductLists other than nil", h)
			}
			if h.AdvanceDiscountPercentage != 5 {
				t.Errorf("rent in advance saves %v %% at most, want 5", h.AdvanceDiscountPercentage)
			}
			if len(h.Locations) != 12 || h.Locations[0].Name == nil {
				t.Errorf("locations %v, want length 12", h.Locations)
			}
		})
	}
}

// ENTITY-01, ENTITY-04, HOME-02, HOME-03, HOME-04: each persona sees the figures that follow from
// their history.
func TestEachPersonaSeesTheirOwnState(t *testing.T) {
	w := sharedCity(t)
	asha := w.person(t, "asha").homeScreen(t)
	if *asha.TotalPayableAmount != *asha.TotalPendingRentalDueAmount+*asha.PendingLateFeeAmount || *asha.PendingLateFeeAmount <= 0 ||
		!*asha.IsAutoDebitRequired || *asha.IsAutoDebitInProgress || *asha.LatestInvoiceDate == "" || *asha.PendingDuesText == "" {
		t.Errorf(`asha: %+v; want *asha.TotalPayableAmount = %v, *asha.PendingLateFeeAmount > 0, *asha.IsAutoDebitRequired, not *asha.IsAutoDebitInProgress, *asha.LatestInvoiceDate other than "", *asha.PendingDuesText other than ""`, asha, *asha.TotalPendingRentalDueAmount+*asha.PendingLateFeeAmount)
	}
	if bilal := w.person(t, "bilal").homeScreen(t); *bilal.DepositBalance >= 0 {
		t.Errorf("bilal owes no deposit: %v", *bilal.DepositBalance)
	}
	chitra := w.person(t, "chitra").homeScreen(t)
	if !*chitra.DepositDetails.IsSettlementReady || *chitra.DepositBalance <= 0 || *chitra.TotalPayableAmount != 0 {
		t.Errorf("chitra: %+v; want *chitra.DepositDetails.IsSettlementReady, *chitra.DepositBalance > 0, *chitra.TotalPayableAmount = 0", chitra)
	}
	if dev := w.person(t, "dev").homeScreen(t); !*dev.UserStatus.KYCPending || *dev.TotalPayableAmount != 0 {
		t.Errorf("dev: %+v; want *dev.UserStatus.KYCPending, *dev.TotalPayableAmount = 0", dev)
	}
	if gauri := w.person(t, "gauri").homeScreen(t); !*gauri.IsAutoDebitInProgress || *gauri.TotalPayableAmount <= 0 || *gauri.DepositBalance < 0 {
		t.Errorf("gauri: %+v; want *gauri.IsAutoDebitInProgress, *gauri.TotalPayableAmount > 0, *gauri.DepositBalance >= 0", gauri)
	}
	if leela := w.person(t, "leela").homeScreen(t); *leela.HasLiveOrder || leela.LatestInvoiceDate != nil || len(leela.ActiveProductLists) != 0 {
		t.Errorf("leela: %+v; want not *leela.HasLiveOrder, leela.LatestInvoiceDate = nil, len(leela.ActiveProductLists) = 0", leela)
	}
}

// A new city appears on a home screen after a minute, although the customer's data has not changed.
func TestAHomeScreenIsAMinuteOldAtMost(t *testing.T) {
	w := freshCity(t)
	esha := w.person(t, "esha")
	before := len(esha.homeScreen(t).Locations)
	err := w.store.WriteCompany(t.Context(), func(tx *store.Tx) error {
		return tx.AddressCityPut(t.Context(), db.AddressCityPutParams{
			ID: 99, Slug: "nagpur", Name: "Nagpur", StateCode: "27", StateName: "Maharashtra", Lat: 21.1, Lng: 79.1, RadiusKm: 20,
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Demo.Clock.Run(w.Demo.Clock.Ahead() + time.Minute)
	if got := len(esha.homeScreen(t).Locations); before == 0 || got != before+1 {
		t.Errorf("%d cities a minute later, want %d", got, before+1)
	}
}

// ENTITY-08, ENTITY-09, ENTITY-11, ENTITY-48, HOME-14: banners, items and ways to set up auto debit
// of a customer with live items and nothing due.
func TestTheHomeScreenOfACustomerWithNothingDue(t *testing.T) {
	esha := sharedCity(t).person(t, "esha").homeScreen(t)
	if diff := cmp.Diff([]string{"ADVANCE_RENTAL", "REFERRAL", "START_RENTING"}, esha.SortedBanners); diff != "" {
		t.Error(diff)
	}
	if !*esha.HasWalletHistory {
		t.Error("esha has money in the wallet and no history of it")
	}
	if len(esha.ActiveProductLists) != 3 || *esha.RentoMoney <= 0 {
		t.Fatalf("esha: %+v; want len(esha.ActiveProductLists) = 3, *esha.RentoMoney > 0", esha)
	}
	for _, p := range esha.ActiveProductLists {
		if p.ID == nil || p.DeliveryStatus == nil || *p.DeliveryStatus != 200 || p.Name == nil || p.Thumbnail == nil ||
			p.DeliveryDate == nil || p.ExpectedClosureDate == nil || p.LocationID == nil || p.IsCILAllowed == nil {
			t.Errorf("an item lacks a field: %+v; want p.ID other than nil, p.DeliveryStatus other than nil, *p.DeliveryStatus = 200, p.Name other than nil, p.Thumbnail other than nil, p.DeliveryDate other than nil, p.ExpectedClosureDate other than nil, p.LocationID other than nil, p.IsCILAllowed other than nil", p)
		}
	}
	if len(esha.PaymentOptions) == 0 {
		t.Fatal("no way to set up auto debit")
	}
	for _, o := range esha.PaymentOptions {
		if o.UniqueID == nil || o.Name == nil || o.PaymentText == nil || len(o.PaymentCategories) == 0 || o.Gateway == nil || o.PaymentMethod == nil {
			t.Errorf("an option lacks a field: %+v; want o.UniqueID other than nil, o.Name other than nil, o.PaymentText other than nil, len(o.PaymentCategories) other than 0, o.Gateway other than nil, o.PaymentMethod other than nil", o)
		}
	}
}

// HOME-14: the banners offer what each persona can do now: a package of rent in advance is paid
// once at a time, auto debit is set up by who rents something and has not set it up.
func TestBannersOfferWhatCanBeDone(t *testing.T) {
	w := sharedCity(t)
	for persona, want := range map[string][]string{
		"asha":  {"ADVANCE_RENTAL", "AUTO_DEBIT", "REFERRAL", "START_RENTING"}, // rents
		"gauri": {"ADVANCE_RENTAL", "REFERRAL", "START_RENTING"},               // has auto debit
		"nita":  {"ADVANCE_RENTAL", "REFERRAL", "START_RENTING"},               // has auto debit that is paused at the bank
		"omkar": {"AUTO_DEBIT", "REFERRAL", "START_RENTING"},                   // has paid in advance
		"hari":  {"REFERRAL", "START_RENTING"},                                 // rents nothing now
	} {
		if diff := cmp.Diff(want, w.person(t, persona).homeScreen(t).SortedBanners); diff != "" {
			t.Errorf("%s: %s", persona, diff)
		}
	}
}

// Only a wallet that has moved has a statement, whatever its balance is.
func TestAWalletThatNeverMovedHasNoHistory(t *testing.T) {
	if *sharedCity(t).person(t, "asha").homeScreen(t).HasWalletHistory {
		t.Error("asha has a history of the wallet, want none")
	}
}
