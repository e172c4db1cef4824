package notify

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/money"
)

var update = flag.Bool("update", false, "write the golden files of texts")

// samples has every event, with every sentence that its text can choose.
func samples() []Event {
	day := calendar.MustParse("2026-11-20")
	from := calendar.MustParse("2026-12-03")
	at := calendar.Stamp(day.At(12, 0))
	sofaAndFridge := []Product{NewProduct("Lounge sofa", map[string]string{"hi": "सोफ़ा"}), NewProduct("Fridge", nil)}
	return []Event{
		LoginCode{Code: "482913", ExpiresAt: at},
		PaymentReceived{Amount: 1_29_900, Reference: "7318", At: at},
		PaymentReceived{Amount: 2_240_00, Reference: "7318", On: day},
		PaymentReceived{Amount: 99_900, Gift: 30_000, Reference: "7318", At: at},
		PaymentReceived{Gift: 30_000, Reference: "7318", At: at},
		PaymentReceived{Amount: 99_900, Credit: 30_000, Reference: "7318", At: at},
		PaymentReceived{Amount: 2_240_00, FeesFallen: 45_00, Reference: "7318", At: at},
		PaymentUnconfirmed{Amount: 1_29_900, Reference: "7318", On: day},
		PaymentRefused{Amount: 1_29_900, Reference: "7318", On: day},
		PaymentReturned{Amount: 12_34_567_50, Reference: "7319"},
		PaymentReturned{Amount: 4_126_00, Reference: "7319", Instrument: "as…@upi", On: day},
		PaymentReturned{Amount: 4_126_00, Reference: "7319", Instrument: "as…@upi", On: day, Refused: true},
		PaymentReturned{Amount: 6_230_40, Reference: "7319", Ahead: true},
		PaymentBack{Amount: 12_34_567_50, Reference: "7319"},
		PaymentBack{Amount: 4_126_00, Reference: "7319", Instrument: "as…@upi", On: day},
		PaymentBack{Amount: 4_126_00, Reference: "7319", Instrument: "as…@upi", On: day, Refused: true},
		PaymentBack{Amount: 6_230_40, Reference: "7319", Ahead: true},
		PaymentNotBack{Amount: 12_34_567_50, Reference: "7319"},
		PaymentNotBack{Amount: 6_230_40, Reference: "7319", Ahead: true},
		BankTransferLeft{Amount: 485_52, UTR: "HDFCN52026120100017", On: day},
		BankTransferReturned{Amount: 485_52, UTR: "HDFCN52026120100017", Reference: "AXISN52026120200002", On: day},
		BankTransferTakenBack{Amount: 2_358_00, On: day, Reference: "7318", Invoices: []Bill{{Number: "KA/2627/000123"}, {Number: "KA/2627/000124"}}, Open: 2_358_00, Due: from},
		BankTransferTakenBack{Amount: 2_358_00, On: day, Reference: "7318", Invoices: []Bill{{Number: "KA/2627/000123"}}, Open: 2_358_00, Due: from, Instrument: "HDFC Bank ••6789"},
		BankTransferTakenBack{Amount: 57_00, Fees: 57_00, On: day, Reference: "7318", Due: from},
		BankTransferTakenBack{Amount: 2_116_00, Tax: 2_42_00, On: day, Reference: "7318", Invoices: []Bill{{Number: "KA/2627/000123"}}, Open: 2_358_00, Due: from},
		BankTransferTakenBack{Amount: 485_52, On: day, Due: from},
		TaxRecorded{Amount: 262_00, UTR: "HDFCN52026120100017", Reference: "7318", On: day},
		TaxRecorded{Amount: 262_00, UTR: "HDFCN52026120100017", Reference: "7318", On: day, FeesFallen: 57_00},
		PayeeChanged{Payee: "XXXX4821, HDFC Bank", From: at},
		PayeeRefused{Payee: "asha@upi"},
		SettlementReady{Refund: 9_63_92, Chosen: true},
		SettlementReady{Refund: 9_63_92},
		SettlementReady{Refund: 9_63_92, Applied: 1_200_00, Chosen: true},
		SettlementReady{Refund: 9_63_92, Applied: 1_200_00},
		SettlementReady{Refund: 9_63_92, Applied: 1_200_00, Advance: true},
		WalletPayoutRequested{Amount: 464_00},
		WalletPayoutRequested{Amount: 464_00, Applied: 36_00},
		RefundNetted{Refund: 3_000_00, Applied: 2_191_00},
		RefundNetted{Refund: 3_000_00, Applied: 3_000_00},
		RefundNetted{Refund: 1_163_48, Applied: 1_163_48, StillDue: 3_552_52},
		RefundPaid{Amount: 809_00, Payee: "XXXX4821, HDFC Bank", Reference: "UTR8842"},
		RefundPaid{Amount: 809_00, Payee: "Rentomoney"},
		RefundCameBack{Amount: 809_00},
		DeletionPlanned{On: calendar.MustParse("2027-02-05")},
		DeletionWithdrawn{},
		DataDownloaded{},
		DeletionStopped{Reasons: []Reason{OpenItems, OpenDues, HeldDeposit, HeldAdvance, OpenInspection, OpenRefund, WalletMoney, OpenMandate, OpenPayments}},
		InvoiceRaised{Number: "KA/2627/000123", Total: 2_358_00, ToPay: 2_358_00, Due: day, Rent: true},
		InvoiceRaised{Number: "KA/2627/000123", Total: 2_358_00, ToPay: 2_358_00, Due: day, Rent: true, Debited: "as…@upi"},
		InvoiceRaised{Number: "KA/2627/000123", Total: 2_358_00, Due: day, Rent: true},
		InvoiceRaised{Number: "KA/2627/000123", Total: 2_047_50, ToPay: 1_297_00, Ahead: 750_50, Left: 1_297_00, Due: day, Rent: true},
		InvoiceRaised{Number: "KA/2627/000123", Total: 2_047_50, ToPay: 1_297_00, Ahead: 750_50, Left: 1_297_00, Due: day, Rent: true, Debited: "as…@upi"},
		InvoiceRaised{Number: "KA/2627/000123", Total: 2_047_50, Ahead: 750_50, Left: 1_297_00, Due: day, Rent: true},
		InvoiceRaised{Number: "KA/2627/000124", Total: 640_00, ToPay: 2_898_00, Ahead: 100_00, Left: 540_00, Due: day},
		InvoiceRaised{Number: "KA/2627/000124", Total: 640_00, ToPay: 540_00, Ahead: 100_00, Left: 540_00, Due: day, Debited: "as…@upi"},
		InvoiceRaised{Number: "KA/2627/000124", Total: 640_00, Ahead: 100_00, Left: 540_00, Due: day},
		InvoiceRaised{Number: "KA/2627/000124", Total: 540_00, ToPay: 2_898_00, Due: day},
		InvoiceRaised{Number: "KA/2627/000124", Total: 540_00, ToPay: 540_00, Due: day, Debited: "as…@upi"},
		InvoiceRaised{Number: "KA/2627/000124", Total: 540_00, Due: day},
		InvoiceRaised{Number: "KA/2627/000123", Total: 2_358_00, Due: day, Rent: true, Settled: true},
		InvoiceRaised{Number: "KA/2627/000124", Total: 540_00, ToPay: 100_00, Due: day, Settled: true},
		DocumentIssued{Kind: TaxInvoice, Number: "KA/2627/000123", Total: 2_358_00, Due: day},
		DocumentIssued{Kind: TaxInvoice, Number: "KA/2627/000123", Total: 2_358_00, Due: day, Debited: "as…@upi"},
		DocumentIssued{Kind: CreditNote, Number: "KA/2627/C00012", Total: 540_00},
		DocumentsIssued{Day: day, Documents: []DocumentIssued{{Kind: TaxInvoice, Number: "KA/2627/000123", Total: 2_358_00, Due: day}, {Kind: CreditNote, Number: "KA/2627/C00012", Total: 540_00}}},
		DocumentIssued{Kind: PaymentReceipt, Number: "4711", Total: 2_358_00},
		DocumentIssued{Kind: PaymentReceipt, Number: "4712", Total: 2_118_00, TaxDeducted: 240_00},
		DocumentIssued{Kind: PaymentReceipt, Number: "4713", Total: 2_358_00, FeesFallen: 47_00},
		DocumentIssued{Kind: PaymentReceipt, Number: "4714", Total: 2_118_00, TaxDeducted: 240_00, FeesFallen: 47_00},
		DocumentIssued{Kind: ReceiptVoucher, Number: "KA/26-27/V000123", Total: 10_082_28},
		DocumentIssued{Kind: RefundVoucher, Number: "KA/26-27/R000007", Total: 6_544_64},
		DocumentIssued{Kind: DeliveryChallan, Number: "KA/26-27/D000301", Total: 40_000_00},
		DocumentIssued{Kind: CancelledChallan, Number: "KA/26-27/D000302", Total: 40_000_00},
		DocumentIssued{Kind: MonthStatement, Number: "10/2026", Total: 2_358_00},
		RentCovered{Number: "KA/2627/000123", Total: 1_680_37, Rent: true},
		RentCovered{Number: "KA/2627/000124", Total: 176_90},
		AdvanceReceived{Amount: 10_082_28, Months: 6, Until: day.AddMonths(6), Reference: "7300000000000000009", Vouchers: []string{"KA/26-27/V000123", "MH/26-27/V000004"}},
		AdvanceReturned{Amount: 5_041_14, Moved: sofaAndFridge, Vouchers: []string{"KA/26-27/R000007", "KA/26-27/R000008"}},
		AdvanceReturned{Amount: 5_041_14, Retaxed: sofaAndFridge, Vouchers: []string{"KA/26-27/R000007"}},
		AdvanceReturned{Amount: 57_00, Over: sofaAndFridge, Vouchers: []string{"KA/26-27/R000007"}},
		AdvanceReturned{Amount: 5_041_14, Moved: sofaAndFridge[:1], Over: sofaAndFridge[1:], Vouchers: []string{"KA/26-27/R000007", "KA/26-27/R000008"}},
		AdvanceReturned{Amount: 5_041_14, Moved: sofaAndFridge[:1], Retaxed: sofaAndFridge[1:], Vouchers: []string{"KA/26-27/R000007", "KA/26-27/R000008"}},
		AdvanceReturned{Amount: 5_041_14, Retaxed: sofaAndFridge[:1], Over: sofaAndFridge[1:], Vouchers: []string{"KA/26-27/R000007", "KA/26-27/R000008"}},
		AdvanceReturned{Amount: 5_041_14, Moved: sofaAndFridge[:1], Retaxed: sofaAndFridge[1:], Over: sofaAndFridge[1:], Vouchers: []string{"KA/26-27/R000007", "KA/26-27/R000008"}},
		LateFeeRaised{Fee: 100_00, Open: 2_358_00, ToPay: 2_458_00, Invoices: []Bill{{Number: "KA/2627/000123"}}, Due: day, Next: calendar.MustParse("2026-12-11")},
		LateFeeRaised{Fee: 167_00, Open: 5_678_00, ToPay: 5_845_00, Invoices: []Bill{{Number: "KA/2627/000123"}, {Number: "MH/2627/000045"}}, Next: calendar.MustParse("2026-12-11")},
		LateFeeRaised{Fee: 167_00, Open: 5_678_00, ToPay: 5_845_00, Invoices: []Bill{{Number: "KA/2627/000123"}, {Number: "MH/2627/000045"}}},
		PaymentReminder{Open: 2_358_00, ToPay: 2_358_00, Day: day},
		PaymentReminder{Open: 2_358_00, Earlier: 2_405_00, ToPay: 4_763_00, Day: day},
		PaymentReminder{Open: 2_358_00, ToPay: 2_358_00, Day: day, Fee: 47_00},
		PaymentReminder{Open: 2_358_00, Earlier: 2_405_00, EarlierDay: day.AddMonths(-1), ToPay: 4_763_00, Day: day, Fee: 95_00},
		PaymentReminder{Earlier: 2_405_00, EarlierDay: day.AddMonths(-1), ToPay: 2_405_00, Day: day, Fee: 47_00},
		PaymentReminder{Open: 2_358_00, ToPay: 2_358_00, Day: day, Refund: 1_414_00},
		PaymentReminder{Open: 2_358_00, Earlier: 2_405_00, ToPay: 4_763_00, Day: day, Refund: 1_414_00},
		PaymentReminder{Open: 2_358_00, ToPay: 2_358_00, Day: day, Fee: 47_00, Refund: 1_414_00},
		PaymentOverdue{Open: 2_358_00, Day: day, ToPay: 2_358_00},
		PaymentOverdue{Open: 2_358_00, Day: day, Fees: 47_00, ToPay: 2_405_00},
		PaymentOverdue{Open: 2_358_00, Day: day, ToPay: 2_358_00, Refund: 1_414_00},
		PaymentOverdue{Open: 2_358_00, Day: day, Fees: 47_00, ToPay: 2_405_00, Refund: 1_414_00},
		PaymentPromised{Amount: 2_358_00, Day: day},
		PaymentPromised{Amount: 2_358_00, Day: day, DebitOn: from},
		PromiseBroken{Amount: 2_358_00, Missing: 1_358_00, Day: day, ToPay: 1_405_00},
		PromiseBroken{Amount: 2_358_00, Missing: 1_358_00, Day: day, Fee: 47_00, ToPay: 1_405_00},
		PromiseWithdrawn{Amount: 2_358_00, Day: day},
		MandateSetUp{DebitedBy: DebitedBy{}, Instrument: "as…@upi", Max: 5_000_00, Until: day.AddMonths(60), Active: true},
		MandateSetUp{DebitedBy: DebitedBy{From: from}, Instrument: "as…@upi", Max: 5_000_00, Until: day.AddMonths(60), Active: true},
		MandateSetUp{DebitedBy: DebitedBy{From: from, Missed: 2_358_00, Due: 2_405_00, Fees: 47_00}, Instrument: "as…@upi", Max: 5_000_00, Until: day.AddMonths(60), Active: true},
		MandateSetUp{DebitedBy: DebitedBy{From: from, Missed: 2_358_00, Due: 2_358_00}, Instrument: "as…@upi", Max: 5_000_00, Until: day.AddMonths(60), Active: true},
		MandateSetUp{DebitedBy: DebitedBy{Missed: 2_358_00, Due: 2_405_00, Fees: 47_00}, Instrument: "as…@upi", Max: 5_000_00, Until: day.AddMonths(60), Active: true},
		MandateSetUp{DebitedBy: DebitedBy{Missed: 2_358_00, Due: 2_358_00}, Instrument: "as…@upi", Max: 5_000_00, Until: day.AddMonths(60), Active: true},
		MandateSetUp{Instrument: "XXXX 4821", Max: 5_000_00, Until: day.AddMonths(60)},
		MandateSetUp{Instrument: "XXXX 4821", Max: 5_000_00, Until: day.AddMonths(60), Other: "as…@upi"},
		MandateSetUp{DebitedBy: DebitedBy{From: from, Due: 8_501_00, Fees: 167_00}, Instrument: "as…@upi", Max: 15_000_00, Until: day.AddMonths(60), Active: true},
		MandateSetUp{DebitedBy: DebitedBy{From: from, Due: 35_00, Fees: 35_00}, Instrument: "as…@upi", Max: 15_000_00, Until: day.AddMonths(60), Active: true},
		MandateSetUp{DebitedBy: DebitedBy{From: from, Due: 8_334_00}, Instrument: "as…@upi", Max: 15_000_00, Until: day.AddMonths(60), Active: true},
		MandateSetUp{DebitedBy: DebitedBy{From: from}, Instrument: "as…@upi", Max: 5_000_00, Until: day.AddMonths(60), Active: true, Resumed: true},
		MandateSetUp{DebitedBy: DebitedBy{From: from, Due: 2_405_00, Fees: 47_00}, Instrument: "as…@upi", Max: 5_000_00, Until: day.AddMonths(60), Active: true, Resumed: true},
		MandateSetUp{Instrument: "as…@upi", Max: 5_000_00, Until: day.AddMonths(60), Resumed: true, Other: "XXXX 4821"},
		MandateChosen{DebitedBy: DebitedBy{TooHigh: 766_00, Max: 500_00}, Instrument: "XXXX 4821", Instead: "XXXX 1007"},
		MandateChosen{DebitedBy: DebitedBy{TooHigh: 766_00, Max: 500_00, Left: NotMade{Amount: 766_00, Invoice: "KA/2627/000123", PayBy: PayBy{Day: day, Fee: 20_00, FeeOn: day.AddDays(1)}}}, Instrument: "XXXX 4821", Instead: "XXXX 1007"},
		MandateChosen{DebitedBy: DebitedBy{TooHigh: 766_00, Max: 500_00, Left: NotMade{Amount: 766_00, Invoice: "KA/2627/000123", PayBy: PayBy{Day: day, Overdue: true, Fee: 20_00, FeeOn: from}}}, Instrument: "XXXX 4821"},
		MandateChosen{DebitedBy: DebitedBy{}, Instrument: "as…@upi"},
		MandateChosen{DebitedBy: DebitedBy{From: from, Kept: 2_358_00, KeptBy: "XXXX 4821", KeptOn: day}, Instrument: "as…@upi", Instead: "XXXX 4821"},
		MandateChosen{DebitedBy: DebitedBy{}, Instrument: "as…@upi", Instead: "XXXX 4821"},
		MandateChosen{DebitedBy: DebitedBy{From: from}, Instrument: "as…@upi"},
		MandateChosen{DebitedBy: DebitedBy{From: from}, Instrument: "as…@upi", Instead: "XXXX 4821"},
		MandateChosen{DebitedBy: DebitedBy{From: from, Missed: 2_358_00, Due: 2_405_00, Fees: 47_00}, Instrument: "as…@upi"},
		MandateChosen{DebitedBy: DebitedBy{From: from, Missed: 2_358_00, Due: 2_405_00, Fees: 47_00}, Instrument: "as…@upi", Instead: "XXXX 4821"},
		MandateChosen{DebitedBy: DebitedBy{From: from, Missed: 2_358_00, Due: 2_358_00}, Instrument: "as…@upi"},
		MandateChosen{DebitedBy: DebitedBy{From: from, Missed: 2_358_00, Due: 2_358_00}, Instrument: "as…@upi", Instead: "XXXX 4821"},
		MandateChosen{DebitedBy: DebitedBy{Missed: 2_358_00, Due: 2_405_00, Fees: 47_00}, Instrument: "as…@upi"},
		MandateChosen{DebitedBy: DebitedBy{Missed: 2_358_00, Due: 2_405_00, Fees: 47_00}, Instrument: "as…@upi", Instead: "XXXX 4821"},
		MandateChosen{DebitedBy: DebitedBy{Missed: 2_358_00, Due: 2_358_00}, Instrument: "as…@upi"},
		MandateChosen{DebitedBy: DebitedBy{Missed: 2_358_00, Due: 2_358_00}, Instrument: "as…@upi", Instead: "XXXX 4821"},
		MandateRejected{},
		MandateRejected{Other: "as…@upi"},
		DebitPlanned{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Day: day, Hour: 6},
		DebitPlanned{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Day: day, Hour: 13, Instead: "as…@okhdfc"},
		DebitPlanned{Amount: 2_358_00, Invoice: "KA/2627/000123, MH/2627/000045", Instrument: "as…@upi", Day: day, Hour: 6, Anew: true},
		DebitWithdrawn{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Day: day},
		DebitReceived{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Reference: "7318", At: at},
		DebitReceived{Amount: 2_358_00, Credit: 358_00, Invoice: "KA/2627/000123", Instrument: "XXXX 4821", Reference: "7318", At: at},
		DebitReceived{Amount: 2_358_00, FeesFallen: 47_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Reference: "7318", At: at},
		DebitReceived{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Reference: "7318", At: at, Refused: true},
		DebitReceived{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Reference: "7318", At: at, Refused: true, Skipped: true},
		DebitFailed{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", PayBy: PayBy{Day: day, Fee: 47_00, FeeOn: day.AddDays(1)}},
		DebitFailed{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", PayBy: PayBy{Day: day}},
		DebitFailed{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", PayBy: PayBy{Day: day, Overdue: true, Fee: 47_00, FeeOn: from}},
		DebitFailed{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", PayBy: PayBy{Day: day, Overdue: true}},
		DebitFailed{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi"},
		DebitFailed{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", RetryOn: day},
		DebitFailed{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", RetryOn: day, By: "HDFC Bank ••1234"},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 2_000_00, PayBy: PayBy{Day: day, Fee: 47_00, FeeOn: day.AddDays(1)}},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 2_000_00, PayBy: PayBy{Day: day}},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 2_000_00, PayBy: PayBy{Day: day}, Choice: "XXXX 4821"},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 2_000_00, PayBy: PayBy{Day: day, Overdue: true, Fee: 47_00, FeeOn: from}},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 2_000_00, PayBy: PayBy{Day: day, Overdue: true}},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 2_000_00},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day, Fee: 47_00, FeeOn: day.AddDays(1)}, Skipped: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day}, Skipped: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day, Overdue: true, Fee: 47_00, FeeOn: from}, Skipped: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day, Overdue: true}, Skipped: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, Skipped: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day, Fee: 47_00, FeeOn: day.AddDays(1)}, Ended: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day}, Ended: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day, Overdue: true, Fee: 47_00, FeeOn: from}, Ended: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day, Overdue: true}, Ended: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, Ended: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day, Fee: 47_00, FeeOn: day.AddDays(1)}, Taken: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day}, Taken: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day, Overdue: true, Fee: 47_00, FeeOn: from}, Taken: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day, Overdue: true}, Taken: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, Taken: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day, Fee: 47_00, FeeOn: day.AddDays(1)}, Lapsed: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day}, Lapsed: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day, Overdue: true, Fee: 47_00, FeeOn: from}, Lapsed: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, PayBy: PayBy{Day: day, Overdue: true}, Lapsed: true},
		DebitNotMade{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Max: 5_000_00, Lapsed: true},
		MandateEnds{Instrument: "as…@upi", Day: day},
		MandateStopped{Rents: true, Instrument: "as…@upi"},
		MandateStopped{Instrument: "as…@upi"},
		MandateStopped{Rents: true, Ahead: day, Instrument: "as…@upi"},
		MandateStopped{Rents: true, Ahead: day, Instrument: "as…@upi", Choice: "XXXX 4242"},
		MandateStopped{Rents: true, DebitedBy: DebitedBy{TooHigh: 2_358_00, Max: 500_00}, Instrument: "as…@upi", Choice: "XXXX 4242"},
		MandateStopped{Rents: true, Ahead: day, DebitedBy: DebitedBy{TooHigh: 2_358_00, Max: 500_00}, Instrument: "as…@upi", Choice: "XXXX 4242"},
		MandateStopped{Rents: true, Instrument: "as…@upi", Choice: "XXXX 4242"},
		MandateStopped{Instrument: "as…@upi", Other: "XXXX 4242"},
		MandateStopped{Rents: true, Instrument: "as…@upi", Paused: true},
		MandateStopped{Rents: true, Instrument: "as…@upi", Paused: true, Choice: "XXXX 4242"},
		MandateStopped{Instrument: "as…@upi", Paused: true, Other: "XXXX 4242"},
		MandateStopped{Rents: true, Instrument: "as…@upi", Expired: true},
		MandateStopped{Rents: true, Instrument: "as…@upi", Expired: true, Choice: "XXXX 4242"},
		MandateStopped{Instrument: "as…@upi", Expired: true, Other: "XXXX 4242"},
		MandateStopped{Rents: true, Instrument: "as…@upi", UnderWay: 2_358_00},
		MandateStopped{Rents: true, Instrument: "as…@upi", Choice: "XXXX 4242", UnderWay: 2_358_00},
		MandateStopped{Instrument: "as…@upi", Other: "XXXX 4242", UnderWay: 2_358_00},
		MandateStopped{Rents: true, Instrument: "as…@upi", Paused: true, UnderWay: 2_358_00},
		MandateStopped{Rents: true, Instrument: "as…@upi", Paused: true, Choice: "XXXX 4242", UnderWay: 2_358_00},
		MandateStopped{Instrument: "as…@upi", Paused: true, Other: "XXXX 4242", UnderWay: 2_358_00},
		MandateStopped{Rents: true, Instrument: "as…@upi", Expired: true, UnderWay: 2_358_00},
		MandateStopped{Rents: true, Instrument: "as…@upi", Expired: true, Choice: "XXXX 4242", UnderWay: 2_358_00},
		MandateStopped{Instrument: "as…@upi", Expired: true, Other: "XXXX 4242", UnderWay: 2_358_00},
		WalletPaid{Amount: 500_00, Day: day},
		WalletPaid{Amount: 500_00, Day: day, StillDue: 1_858_00, Invoice: "KA/2627/000123"},
		WalletPaid{Amount: 2_358_00, Day: day, Invoice: "KA/2627/000123", Covered: true},
		WalletPaid{Amount: 500_00, Day: day, StillDue: 1_858_00},
		LateFeeRaised{Fee: 100_00, Open: 2_358_00, ToPay: 2_458_00, Invoices: []Bill{{Number: "KA/2627/000123"}}, Due: day},
		DepositDue{Amount: 5_000_00, Day: day, Items: sofaAndFridge},
		DepositDue{Amount: 2_000_00, Day: day, Items: []Product{NewProduct("Fridge", nil)}, Overdue: true},
		DepositApplied{Applied: 1_000_00},
		DepositApplied{Applied: 1_000_00, StillDue: 358_00},
		DepositApplied{Applied: 1_000_00, Advance: true},
		DepositApplied{Applied: 1_000_00, StillDue: 358_00, Advance: true},
		RequestRaised{Request: ClosureRequest, Ticket: "T2041", On: day},
		RequestRaised{Request: RelocationRequest, Ticket: "T2042", On: day, Delivery: day.AddDays(4)},
		RequestRaised{Request: RepairRequest, Ticket: "T2041"},
		VisitPlanned{Visit{Request: ClosureRequest, Ticket: "T2041", On: day}},
		VisitMoved{Visit: Visit{Request: RepairRequest, Ticket: "T2041", On: day, Hours: "09:00 - 12:00"}},
		VisitMoved{Visit: Visit{Request: RelocationRequest, Ticket: "T2041", On: day}, DeliveryOn: day.AddDays(3)},
		RelocationRedirected{Ticket: "T2041", Address: "4B, Palm Court, Powai, Mumbai, 400076"},
		VisitTomorrow{Visit{Request: RelocationRequest, Ticket: "T2041", On: day, Delivery: true}},
		RequestDone{Request: RepairRequest, Ticket: "T2041"},
		RequestDone{Request: TransferRequest, Ticket: "T2041", Deposit: true},
		RequestWithdrawn{Request: RelocationRequest, Ticket: "T2041"},
		RequestWithdrawn{Request: ClosureRequest, Ticket: "T2041", Credited: 540_00},
		RequestWithdrawn{Request: ClosureRequest, Ticket: "T2041", Credited: 540_00, ToDeposit: 200_00, ToWallet: 340_00},
		RequestWithdrawn{Request: ClosureRequest, Ticket: "T2041", Credited: 925_50, TaxKept: 166_60},
		TenureEnds{Items: sofaAndFridge, Day: day, Rent: 2_398_00},
		ExtensionAgreed{Item: NewProduct("Oak Sofa", map[string]string{"hi": "ओक सोफ़ा"}), Rent: 1_140_00, From: day, Until: day.AddMonths(3)},
		ExtensionAgreed{Item: NewProduct("Oak Sofa", map[string]string{"hi": "ओक सोफ़ा"}), Rent: 1_140_00, From: day, Until: day.AddMonths(3), LastDay: day.AddDays(-1)},
		ExtensionTakenBack{Item: NewProduct("Oak Sofa", map[string]string{"hi": "ओक सोफ़ा"}), Rent: 1_200_00, Until: day},
		ExtensionTakenBack{Item: NewProduct("Oak Sofa", map[string]string{"hi": "ओक सोफ़ा"}), Rent: 1_140_00, From: day.AddMonths(-3), Until: day},
		ReferralInvited{Inviter: "Asha", Code: "k3x9m2qa", Reward: 500_00},
		ReferralInvited{Inviter: "Asha", Code: "k3x9m2qa"},
		ReferralJoined{Friend: "Bilal", Reward: 500_00},
		ReferralJoined{Friend: "Bilal"},
		ReferralRewarded{Friend: "Bilal", Amount: 500_00},
		ReferralRewarded{Amount: 500_00},
		TransferOffered{Giver: "Bilal Khan", Ticket: "RT-2041", Until: day},
		TransferAccepted{Receiver: "Bilal Khan", Ticket: "RT-2041", Until: day},
		TransferConfirmed{Giver: "Bilal Khan", Ticket: "RT-2041", Until: day, Rent: 1_299_00, Deposit: 2_598_00, KYC: true},
		TransferConfirmed{Giver: "Bilal Khan", Ticket: "RT-2041", Until: day, Rent: 1_299_00, Deposit: 2_598_00},
		TransferConfirmed{Giver: "Bilal Khan", Ticket: "RT-2041", Until: day, Rent: 1_299_00, KYC: true},
		TransferConfirmed{Giver: "Bilal Khan", Ticket: "RT-2041", Until: day, Rent: 1_299_00},
		TransferDeclined{Receiver: "Bilal Khan", Ticket: "RT-2041"},
		TransferLeft{Giver: "Bilal Khan", Ticket: "RT-2041"},
		TransferLeft{Giver: "Bilal Khan", Ticket: "RT-2041", Accepted: true},
		TransferLeft{Giver: "Bilal Khan", Ticket: "RT-2041", Accepted: true, Deposit: 2_200_00},
		TransferWithdrawn{Giver: "Bilal Khan", Ticket: "RT-2041"},
		TransferWithdrawn{Giver: "Bilal Khan", Ticket: "RT-2041", Deposit: 2_200_00},
		TransferExpired{Receiver: "Bilal Khan", Ticket: "RT-2041"},
		TransferExpired{Receiver: "Bilal Khan", Ticket: "RT-2041", Accepted: true},
		OfferExpired{Giver: "Bilal Khan", Ticket: "RT-2041"},
		OfferExpired{Giver: "Bilal Khan", Ticket: "RT-2041", Accepted: true},
		OfferExpired{Giver: "Bilal Khan", Ticket: "RT-2041", Accepted: true, Deposit: 2_200_00},
		TransferDuesOpen{Receiver: "Bilal Khan", Ticket: "RT-2041", Dues: money.Rupees(1200), Until: day},
		TransferWaits{Giver: "Bilal Khan", Ticket: "RT-2041", Until: day},
		TransferGivenUp{Giver: "Bilal Khan", Ticket: "RT-2041"},
		TransferGivenUp{Giver: "Bilal Khan", Ticket: "RT-2041", Deposit: 2_200_00},
		TransferExpired{Receiver: "Bilal Khan", Ticket: "RT-2041", Accepted: true, Dues: true},
		OfferExpired{Giver: "Bilal Khan", Ticket: "RT-2041", Accepted: true, Dues: true},
		OfferExpired{Giver: "Bilal Khan", Ticket: "RT-2041", Accepted: true, Dues: true, Deposit: 2_200_00},
		RequestGivenUp{RequestWithdrawn{Request: RepairRequest, Ticket: "T2041"}},
		TransferTakenOver{Giver: "Bilal Khan", Ticket: "RT-2041", From: day},
		CompanyEmailCode{Code: "402938"},
		KYCApproved{},
		KYCPartialOffered{},
		KYCInReview{},
		KYCDeclined{RetryOn: day},
		ChatAnswered{},
		StaffCode{Code: "402938"},
	}
}

var asha = reader{fullName: "Asha Rao", brand: "Rento", host: "app.rento.example", phone: "+91 80 0000 0000", walletName: "Rentomoney", site: "https://app.rento.example", linkEnds: calendar.Stamp(calendar.MustParse("2026-12-06").At(9, 0))}

func rendered(t *testing.T, in Language, e Event, to reader) text {
	t.Helper()
	written, err := languages[in].render(e, to)
	if err != nil {
		t.Fatal(err)
	}
	return written
}

// Compares every text of every language, as sent, with the golden files. Run with -update to
// rewrite the files, and review the changes.
func TestTextsAreAsTheyWere(t *testing.T) {
	for code := range languages {
		var all strings.Builder
		for _, e := range samples() {
			written := rendered(t, code, e, asha)
			variables, err := json.Marshal(written.variables)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&all, "=== %s\nsubject: %s\npush: %s\nvariables: %s\n%s\n\n", written.template, written.subject, written.push, variables, written.body)
		}
		file := "testdata/" + string(code) + ".golden"
		if *update {
			if err := os.WriteFile(file, []byte(all.String()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("%v: run this test with -update, which writes the file, and read what it wrote", err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(all.String(), "\n")); diff != "" {
			t.Errorf("%s, which -update writes anew (-want +got):\n%s", file, diff)
		}
	}
}

func TestEveryEventHasASampleAndARow(t *testing.T) {
	var rows, sampled []string
	for _, k := range kinds {
		rows = append(rows, k.example.Name())
	}
	for _, e := range samples() {
		sampled = append(sampled, e.Name())
	}
	slices.Sort(rows)
	slices.Sort(sampled)
	if diff := cmp.Diff(rows, slices.Compact(sampled)); diff != "" {
		t.Errorf("an event has a row in kinds, kind.go, and a sample in samples of this file (-rows +samples):\n%s", diff)
	}
}

// longestTexts are the longest values of the events' text fields, by field name.
var longestTexts = map[string]string{
	"Code": "482913", "Number": "KA/2627/00001234", "Invoice": "KA/2627/00001234", "Ticket": "T1A2B3C4D5E6F7", "Hours": "09:00 - 12:00",
	"Instrument": "ve…@maharashtrastatebank", "Choice": "ve…@maharashtrastatebank", "Debited": "ve…@maharashtrastatebank", "Instead": "ve…@maharashtrastatebank", "Other": "ve…@maharashtrastatebank", "By": "ve…@maharashtrastatebank", "Reference": "HDFCN52026112087654321", "UTR": "HDFCN52026112087654321", "Payee": "XXXX4821, The Maharashtra State Co-operative Bank Limited",
	"Address": "Flat 1204, Tower B, Prestige Shantiniketan Residency, Whitefield Main Road, Bengaluru, 560048",
	"Giver":   "Venkatanarasimharajuvaripeta Subrahmanyeswara Rao Chandrasekharan",
	"Inviter": "Venkatanarasimharajuvaripeta", "Friend": "Venkatanarasimharajuvaripeta",
	"Receiver": "Venkatanarasimharajuvaripeta-Subrahmanyeswara-Rao-Chandrasekharan",
}

// longest replaces an event's values with the longest ones, and leaves empty fields empty.
func longest(t *testing.T, v reflect.Value) {
	t.Helper()
	for i := range v.NumField() {
		field, name := v.Field(i), v.Type().Field(i).Name
		if field.IsZero() {
			continue
		}
		switch field.Interface().(type) {
		case string:
			text, known := longestTexts[name]
			if !known {
				t.Fatalf("%s has a text %s: its longest value belongs into longestTexts", v.Type(), name)
			}
			field.SetString(text)
		case money.Paise:
			field.Set(reflect.ValueOf(99_99_99_999*money.Rupee + 99))
		case calendar.Date:
			field.Set(reflect.ValueOf(calendar.MustParse("2026-09-30")))
		case calendar.Instant:
			field.Set(reflect.ValueOf(calendar.Stamp(calendar.MustParse("2026-09-30").At(23, 59))))
		case Product:
			field.Set(reflect.ValueOf(NewProduct("Adjustable orthopaedic king size memory foam mattress", nil)))
		case Visit:
			longest(t, field)
		}
	}
}

// The wallet has a name of its own, and screens and messages use only that name.
func TestTheWalletIsCalledByItsName(t *testing.T) {
	for _, sample := range samples() {
		got := rendered(t, English, sample, asha)
		if text := strings.ToLower(got.subject + got.body + got.push); strings.Contains(text, "wallet") {
			t.Errorf("%s speaks of a wallet, want %s:\n%s", sample.Name(), asha.walletName, text)
		}
	}
}

// The operators refuse a text message whose variables are longer than registered. Names and lists
// may be shortened; other values are useless when cut.
func TestTextsFitTheirChannel(t *testing.T) {
	mayBeShortened := []string{"name", "giver", "receiver", "payee", "item", "reasons", "address", "documents"}
	to := reader{
		fullName: "Venkatanarasimharajuvaripeta-Subrahmanyeswara Rao", brand: "Rento", host: "app.rento.example", phone: "+91 80 0000 0000", walletName: "Rentomoney", longest: maxVariable,
	}
	for code := range languages {
		for _, sample := range samples() {
			event := reflect.New(reflect.TypeOf(sample)).Elem()
			event.Set(reflect.ValueOf(sample))
			longest(t, event)
			said := rendered(t, code, event.Interface().(Event), to)
			for name, value := range said.variables {
				if len([]rune(value)) > maxVariable {
					t.Errorf("%s in %s: variable %s has more than 40 characters: %q", sample.Name(), code, name, value)
				}
				if strings.HasSuffix(value, "…") && !slices.Contains(mayBeShortened, name) {
					t.Errorf("%s in %s: variable %s is shortened: %q", sample.Name(), code, name, value)
				}
				if strings.HasSuffix(value, "…") && !strings.Contains(said.body, value) {
					t.Errorf("%s in %s: what is shown is not what is sent: %q is not in %q", sample.Name(), code, value, said.body)
				}
			}
		}
		for reason, words := range languages[code].Reasons {
			if len([]rune(words)) > maxVariable {
				t.Errorf("in %s the reason %s would be shortened: %q", code, reason, words)
			}
		}
		if body := rendered(t, code, LoginCode{Code: "482913"}, to).body; !strings.HasSuffix(body, "\n\n@app.rento.example #482913") {
			t.Errorf("in %s the phone cannot fill in the code of %q", code, body)
		}
	}
}

func TestShortened(t *testing.T) {
	for _, c := range []struct {
		text    string
		longest int
		want    string
	}{
		{"Oak Sofa", 0, "Oak Sofa"},
		{"Oak Sofa", 8, "Oak Sofa"},
		{"Oak Sofa Bed", 11, "Oak Sofa…"},
		{"rented items, unpaid dues", 15, "rented items…"},
		{"Venkatanarasimha", 8, "Venkata…"},
		{"वेंकट नरसिंह राव", 14, "वेंकट नरसिंह…"},
	} {
		if got := shortened(c.text, c.longest); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.text, c.longest, got, c.want)
		}
	}
}

func TestSomebodyWithoutANameIsAddressed(t *testing.T) {
	for code, want := range map[Language]string{English: "Hello there,", "hi": "नमस्ते ग्राहक,"} {
		if got := rendered(t, code, RefundCameBack{809_00}, reader{}).body; !strings.HasPrefix(got, want) {
			t.Errorf("in %s: got %q, want it to begin with %q", code, got, want)
		}
	}
}

func TestAmountsAndDaysAreWrittenInTheLanguage(t *testing.T) {
	at := calendar.Stamp(calendar.MustParse("2026-05-03").At(9, 5))
	for code, want := range map[Language][]string{English: {"₹12,34,567.50", "3 May 2026, 09:05"}, "hi": {"₹12,34,567.50", "3 मई 2026, 09:05"}} {
		got := rendered(t, code, PaymentReceived{Amount: 12_34_567_50, Reference: "7318", At: at}, asha).variables
		if diff := cmp.Diff(want, []string{got["amount"], got["when"]}); diff != "" {
			t.Errorf("in %s (-want +got):\n%s", code, diff)
		}
	}
}

// copied is a copy of the texts folder that a test may change.
func copied(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(textFiles, "texts", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(textFiles, path)
		files[path] = &fstest.MapFile{Data: raw}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Adding a language means adding a folder of files.
func TestALanguageIsFilesOnly(t *testing.T) {
	files := copied(t)
	for path, file := range copied(t) {
		if name, ok := strings.CutPrefix(path, "texts/hi/"); ok {
			files["texts/xx/"+name] = file
		}
	}
	loaded, err := load(files)
	if err != nil || len(loaded) != len(languages)+1 || loaded["xx"] == nil {
		t.Errorf("loaded %d languages, %v, want %v", len(loaded), err, len(languages)+1)
	}
}

func TestWrongTextsAreFoundAtStart(t *testing.T) {
	for name, c := range map[string]struct{ file, old, replacement, want string }{
		"placeholder left out":   {"hi/refund_paid.txt", "{{.payee}}", "खाते", "the text does not say payee"},
		"unknown placeholder":    {"hi/refund_paid.txt", "{{.payee}}", "{{.account}}", "does not say payee"},
		"placeholder too many":   {"hi/payee_refused.txt", "{{.name}}", "{{.name}} {{.surname}}", "surname"},
		"other block":            {"hi/deletion_planned.txt", "{{.brand}} ", "", "deletion_planned is filled with"},
		"push is missing":        {"hi/payee_refused.txt", `{{define "push"}}`, `{{define "short"}}`, "block push"},
		"not a template":         {"en/payee_refused.txt", "{{end}}", "{{", "parse text"},
		"no text for the reason": {"hi/language.json", "open_dues", "dues", "no words for the reason open_dues"},
		"a month is missing":     {"hi/language.json", "दिसंबर", "", "twelve months"},
	} {
		files := copied(t)
		raw := string(files["texts/"+c.file].Data)
		files["texts/"+c.file] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(raw, c.old, c.replacement))}
		if _, err := load(files); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	files := copied(t)
	delete(files, "texts/hi/payee_changed.txt")
	if _, err := load(files); err == nil {
		t.Error("a language without an event was loaded")
	}
	files = copied(t)
	files["texts/hi/nothing.txt"] = &fstest.MapFile{}
	if _, err := load(files); err == nil {
		t.Error("a text of no event was loaded")
	}
}
