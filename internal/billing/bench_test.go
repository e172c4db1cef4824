package billing_test

import (
	"fmt"
	"runtime"
	"testing"

	"rento/internal/calendar"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// The cost of an invoice must not grow with the number of customers, and the run must not hold all
// of them in memory. Compare ns/invoice and heap-bytes between the sizes.
func BenchmarkMonthlyRun(b *testing.B) {
	for _, customers := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(customers), func(b *testing.B) { benchmarkRun(b, customers) })
	}
}

func benchmarkRun(b *testing.B, customers int) {
	w := company.New(b, testkit.Open(b), "2026-01-01")
	last := int64(0)
	for range customers {
		last = w.Customer()
		w.Rent(last, company.Bengaluru, "2026-01-01", company.Sofa, company.TV)
	}
	month, invoices, peak := day("2026-01-01"), int64(0), uint64(0)
	b.ResetTimer()
	for range b.N {
		month = month.NextMonth()
		w.Clock.Set(month.At(0, 10))
		for _, run := range w.Bill() {
			invoices += run.Invoices
		}
		peak = max(peak, heap())
	}
	b.StopTimer()
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(invoices), "ns/invoice")
	b.ReportMetric(float64(peak), "heap-bytes")
	if list := w.Invoices(last); len(list) == 0 || list[0].Date != calendar.In(w.Clock.Now()) {
		b.Fatalf("the last customer has %d invoices, want one of %s", len(list), calendar.In(w.Clock.Now()))
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
