package document

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/pdf/picture"
	"rento/internal/subscription"
)

func orderOf(items int, name string, rent money.Paise) subscription.Order {
	o := subscription.Order{
		UniqueID: "RENTO4711", Created: calendar.Stamp(calendar.MustParse("2026-11-05").Start()),
		Address: address.Address{FlatNo: "12", AddressLine1: name, City: "Bengaluru", Pincode: "560038"},
	}
	for n := range items {
		o.Items = append(o.Items, subscription.Item{Name: fmt.Sprintf("Item %d %s", n+1, name), Rent: rent, Deposit: rent})
	}
	return o
}

// Whatever people call themselves, and however much is in a document, it is printed
// whole: each line once, over as many pages as it takes, each with its number.
func TestNothingIsTooLongToPrint(t *testing.T) {
	for what, name := range map[string]string{
		"a word without end": strings.Repeat("Venkatanarasimharajuvaripeta", 40), "from right to left": "محمد عبد الله (Asha) שלום", "pictures": "Asha 🌸👩‍👩‍👧 Rao",
		"control characters": "Asha\x00\u202e\u2066\a\r\nRao\u200f", "marks alone": "\u0301\u0301््ा\u200d", "nothing": "", "every script": "अ আ અ ಅ அ అ മ ਅ ଅ Ж Ω 鈴",
	} {
		out, err := printer.order(readIn("ta"), name, orderOf(2, name, 99_99_99_999*money.Rupee+99))
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if got := text(t, out); !strings.Contains(got, "₹99,99,99,999.99") {
			t.Errorf("%s: got\n%s\nwant the amount in it", what, got)
		}
	}
	out, err := printer.order(readIn("hi"), "Asha Rao", orderOf(300, "sofa", money.Rupee))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := picture.Pages(out)
	if err != nil || len(pages) < 8 {
		t.Fatalf("300 lines are on %d pages (%v), want at least 8", len(pages), err)
	}
	var lines []string
	for n, page := range pages {
		lines = append(lines, page.Lines...)
		if of := fmt.Sprintf("%d / %d", n+1, len(pages)); !strings.Contains(strings.Join(page.Lines, "\n"), of) {
			t.Errorf("page %d does not say %s", n+1, of)
		}
	}
	for n := 1; n <= 300; n++ {
		found := 0
		for _, line := range lines {
			if line == fmt.Sprintf("Item %d sofa", n) {
				found++
			}
		}
		if found != 1 {
			t.Errorf("line %d is printed %d times, want once", n, found)
		}
	}
}

// The documents of a month are printed one after the other: what one has needed is
// free again before the next.
func TestPrintingManyDocumentsKeepsNothing(t *testing.T) {
	held := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	printMany := func() {
		for n := range 40 {
			code := []string{"en", "hi", "ta", "bn"}[n%4]
			if _, err := printer.order(readIn(code), fmt.Sprintf("Customer %d", n), orderOf(5, "sofa", money.Rupee)); err != nil {
				t.Fatal(err)
			}
		}
	}
	printMany() // which opens the fonts
	before := held()
	for range 3 {
		printMany()
	}
	if after := held(); after > before+2<<20 {
		t.Errorf("120 more documents hold %d bytes more, want less than 2 MiB", after-before)
	}
}
