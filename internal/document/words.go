package document

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// words are the texts of documents in one language, a file of words/ each.
type words struct {
	// What a document is called, in the terms of the law, and below it which kind.
	TitleTaxInvoice     string
	TitleCreditNote     string
	TitleCommercialNote string
	CopyRecipient       string // whose copy it is
	CopySupplier        string
	KindRental          string
	KindAdjustment      string
	KindLateFee         string

	Number        string
	Date          string
	DueBy         string
	Period        string
	PeriodDays    string // {from} and {to} are days
	PlaceOfSupply string
	ReverseCharge string
	No            string
	Original      string // the invoice that a credit note takes back
	OriginalOf    string // {number} and {date} of it

	Supplier     string
	BilledTo     string
	State        string // {state} with its code
	Unregistered string
	DeliveredAt  string // {place} is an address with its state

	Description string
	Taxable     string
	GstRate     string
	TaxSummary  string
	Rate        string
	TotalGst    string
	RoundOff    string

	InvoiceTotal string
	CreditTotal  string

	// Of an invoice that rent in advance has paid.
	PaidInAdvance string
	ToPay         string
	NothingDue    string

	// What a line is for.
	DaysOfMonth            string // {days} of {monthDays} at {rate} a month
	FullMonth              string // at {rate}
	EarlyClosure           string // of {product}
	Discount               string // of a line, {amount} below zero, for paying in advance
	LostDiscount           string // the same, which was not earned
	LateFee                string // for invoice {number}
	ReasonPickedUp         string // on {date}
	ReasonTermsChanged     string // on {date}
	ReasonPickupPutOff     string
	ReasonCreditedBefore   string
	ReasonRequestTakenBack string

	// Of vouchers of rent in advance.
	TitleReceiptVoucher string
	TitleRefundVoucher  string
	AgainstVoucher      string // the receipt voucher that a refund voucher is about
	Refunded            string
	RefundedTo          string
	VoucherIsNoInvoice  string

	// Of delivery challans.
	TitleChallan     string
	CopyConsignee    string // which of the three copies it is
	CopyTransporter  string
	CopyConsigner    string
	MovedFor         string // why the goods are moved
	GoodsPickedUp    string
	GoodsDelivered   string
	Consigner        string
	Consignee        string
	Quantity         string
	GoodsValue       string
	EWayBill         string
	NoSupply         string
	SignatureFor     string // {company}
	ChallanCancelled string

	// Of receipts and statements.
	TitleReceipt   string
	ReceivedFrom   string
	ReceivedBy     string
	Received       string
	PaidBy         string
	PaidFor        string
	ForDues        string
	ForDeposit     string
	FromRefund     string
	ForAdvance     string
	ModeUpi        string
	ModeCard       string
	ModeNetbanking string
	ModeWallet     string
	ModeNach       string
	ModeTransfer   string
	TaxDeducted    string
	ModeAutoDebit  string
	UsedFor        string
	Invoice        string // {number}
	Amount         string
	NoTaxDocument  string
	AdvanceTaxed   string // the same of rent in advance, {numbers} of its receipt vouchers

	// What of a payment goes back to its source, {amount} each.
	ReceiptReturning string
	ReceiptReturned  string
	ReceiptNotBack   string // the bank did not take it back

	TitleWallet     string // of {wallet}
	TitleDeposit    string
	Customer        string
	Balance         string
	WalletBalance   string // of {wallet}
	DepositHeld     string
	DepositRequired string

	// What a movement of the wallet or the deposit is.
	MovedDeposit    string
	MovedPayment    string
	MovedOverpaid   string
	MovedDues       string
	MovedCreditNote string // {number}
	MovedGift       string
	MovedPayout     string
	MovedRefund     string
	MovedToWallet   string // {wallet}
	MovedSent       string
	MovedBack       string
	MovedOfGift     string // {what} is one of those above

	// Of orders.
	TitleOrder string
	RentAMonth string // without GST

	// Of the statement of the account.
	TitleAccount     string
	BalanceBefore    string // the first day of it
	BalanceAfter     string // the last day of it
	OwedAfter        string
	AdvanceLeft      string
	GoingBack        string // payments that are still to go back to their source
	Favour           string // what a balance below zero means
	Charged          string // or given back
	Settled          string // paid or credited
	LateFeeAlone     string
	PaymentAlone     string
	AdvancePaid      string
	AdvanceReturned  string
	NotNeeded        string // a payment that goes back to its source
	ReturnedToSource string
	ToWallet         string // {wallet}
	ToDeposit        string

	Electronic string
	OutsideGst string
	Page       string // {page} of {pages}
}

// english is the language of whoever reads none of the others, and that in which
// the law knows a document.
const english = "en"

//go:embed words/*.json
var wordFiles embed.FS

var languages = mustLoad(wordFiles)

func mustLoad(files fs.FS) map[string]*words {
	loaded, err := load(files)
	if err != nil {
		panic(err) // a text of the program itself is wrong
	}
	return loaded
}

// load reads every language. It fails when one lacks a text, or fills it with other
// values than English.
func load(files fs.FS) (map[string]*words, error) {
	names, err := fs.Glob(files, "words/*.json")
	if err != nil {
		return nil, fmt.Errorf("document: list languages: %w", err)
	}
	loaded := map[string]*words{}
	for _, name := range names {
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("document: read words: %w", err)
		}
		w := &words{}
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(w); err != nil {
			return nil, fmt.Errorf("document: %s: %w", name, err)
		}
		loaded[strings.TrimSuffix(path.Base(name), ".json")] = w
	}
	if loaded[english] == nil {
		return nil, fmt.Errorf("document: no words in %s", english)
	}
	for code, w := range loaded {
		if err := w.sameAs(loaded[english]); err != nil {
			return nil, fmt.Errorf("document: words in %s: %w", code, err)
		}
	}
	return loaded, nil
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

func placeholders(text string) []string {
	names := placeholder.FindAllString(text, -1)
	slices.Sort(names)
	return names
}

func (w *words) sameAs(other *words) error {
	mine, theirs := reflect.ValueOf(w).Elem(), reflect.ValueOf(other).Elem()
	for i := range mine.NumField() {
		text, name := mine.Field(i).String(), mine.Type().Field(i).Name
		if text == "" {
			return fmt.Errorf("%s has no text", name)
		}
		if got, want := placeholders(text), placeholders(theirs.Field(i).String()); !slices.Equal(got, want) {
			return fmt.Errorf("%s is filled with %s, in English with %s", name, got, want)
		}
	}
	return nil
}

// in are the words of a language, and its code, English for one that is not
// shipped.
func in(language string) (string, *words) {
	if w := languages[language]; w != nil {
		return language, w
	}
	return english, languages[english]
}

// fill puts values for placeholders, which stand before them.
func fill(text string, placeholdersAndValues ...string) string {
	return strings.NewReplacer(placeholdersAndValues...).Replace(text)
}
