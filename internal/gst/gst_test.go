package gst_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/gst"
)

// The forms are those that the tax portal takes.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		name        string
		is          func(string) bool
		taken, left []string
	}{
		{"service codes", gst.IsServiceCode, []string{"9973", "997323"}, []string{"", "99", "99732", "9973231", "940100", "99A323"}},
		{"goods codes", gst.IsGoodsCode, []string{"0101", "9401", "940140", "94014000", "9804"}, []string{"", "94", "94014", "997323", "94O1", "0000", "00940100"}},
		{"numbers", gst.IsDocumentNumber, []string{"KA/26-27/0000001", "A", "7-1"}, []string{"", "KA/26-27/00000012", "ka/26-27/0000001", "0/26-27/1", "-1", "/1", "KA_1", "KA 1", "KA/२"}},
		{"series", gst.IsSeries, []string{"K", "KA", "S9"}, []string{"", "9S", "KAR", "ka", "K-", "K/"}},
		{"states", func(code string) bool { return gst.StateName(code) != "" }, []string{"01", "29", "38", "97"}, []string{"", "00", "28", "39", "99", "KA"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := map[string]bool{}
			for _, text := range append(c.taken, c.left...) {
				got[text] = c.is(text)
			}
			want := map[string]bool{}
			for _, text := range c.taken {
				want[text] = true
			}
			for _, text := range c.left {
				want[text] = false
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("what is taken (-want +got):\n%s", diff)
			}
		})
	}
	got := map[int64]bool{}
	for _, bp := range []int64{0, 10, 25, 500, 1200, 1800, 2800, 4000, 1250, 900, -500, 10000} {
		got[bp] = gst.IsRate(bp)
	}
	want := map[int64]bool{0: true, 10: true, 25: true, 500: true, 1200: true, 1800: true, 2800: true, 4000: true, 1250: false, 900: false, -500: false, 10000: false}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rates (-want +got):\n%s", diff)
	}
}
