package api

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/limit"
	"rento/internal/payment/paypage"
	"rento/internal/site"
)

// Calls that can create an invoice or a credit note are limited per day as well as per hour.
func TestRequestsAreBoundedByTheDay(t *testing.T) {
	logger, none := slog.New(slog.DiscardHandler), http.NotFoundHandler()
	pages := Pages{Pay: paypage.New(nil, paypage.Config{}, logger), Site: &site.Site{}, App: none, Map: none, Alive: none, Ready: none, Measures: none}
	writing := []string{
		"confirmClosure", "createNewTicket", "createNewTickets", "acceptTransfer", "declineTransfer", "revokeTickets", "proceedRevoke",
		"cancellCssTask", "cssRescheduleTicket", "bookCssSlot", "extendOrderItems", "takeBackExtension",
	}
	bounded := 0
	for _, s := range table(Deps{Pages: pages, Logger: logger}, nil, documents{}) {
		for _, w := range s.rows {
			if !slices.Contains(writing, w.path()[strings.LastIndex(w.path(), "/")+1:]) {
				continue
			}
			windows := limit.Classes[w.limit].Windows
			if !slices.ContainsFunc(windows, func(w limit.Window) bool { return w.Length == 24*time.Hour && w.Hits <= 80 }) {
				t.Errorf("%s is not bounded by the day: %v", w.at, windows)
			}
			bounded++
		}
	}
	if bounded != len(writing) {
		t.Errorf("%d calls of %d", bounded, len(writing))
	}
}
