package ifsc_test

import (
	"strings"
	"testing"

	"rento/internal/ifsc"
)

// ENTITY-41, CALL-43: the bank of a code, also of one that a bank lends to
// another.
func TestFindKnowsTheBank(t *testing.T) {
	for code, bank := range map[string]string{
		"HDFC0000001": "HDFC Bank", "hdfc0000001": "HDFC Bank", "SBIN0000001": "State Bank of India",
		"KKBK0000261": "Kotak Mahindra Bank", "UTIB0000007": "Axis Bank",
		"KSCB0006001": "Tumkur District Central Bank", "AKJB0000001": "Akola Janata Commercial Co-operative Bank",
	} {
		if got, ok := ifsc.Find(code); !ok || got.Bank != bank || got.Code != strings.ToUpper(code) {
			t.Errorf("%s: %+v, %v; want ok, got.Bank = %v, got.Code = %v", code, got, ok, bank, strings.ToUpper(code))
		}
	}
	for _, code := range []string{
		"", "HDFC", "HDFC0000001 ", "HDFC1000001", "RAZR0000001", "BOTM0XEEMRA", "SBIN0999999", "SBIN0ZZZZZZ",
		"SBIN0-00001", "SBIN0००1", "00000000000",
	} {
		if got, ok := ifsc.Find(code); ok {
			t.Errorf("got %s is taken for %+v; want not ok", code, got)
		}
	}
}

// Every branch is found, and its neighbours only when they are branches too.
func TestTheDataSetIsWhole(t *testing.T) {
	banks, branches := ifsc.Count()
	if banks < 240 || branches < 170_000 {
		t.Errorf("%d banks with %d branches", banks, branches)
	}
}

func FuzzFind(f *testing.F) {
	for _, seed := range []string{"HDFC0000001", "SBIN0ZZZZZZ", "\xff\xff\xff\xff0\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, code string) {
		if got, ok := ifsc.Find(code); ok && (len(got.Code) != ifsc.Length || got.Bank == "") {
			t.Errorf(`%q: %+v; want not (ok && (len(got.Code) != ifsc.Length || got.Bank == ""))`, code, got)
		}
	})
}

// The slowest one: the last branch of the bank that has most of them.
func BenchmarkFind(b *testing.B) {
	for b.Loop() {
		ifsc.Find("SBIN0RRVCGB")
	}
}
