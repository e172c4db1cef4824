package autodebit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/provider"
)

// Window is a part of the day in India, from the full hour From until the full hour Before.
type Window struct{ From, Before int }

// Hours are the parts of the day in which debits are submitted, by rail.
type Hours map[provider.MandateMethod][]Window

// noticeHours are the daytime hours in which customers get pre-debit notices.
var noticeHours = []Window{{mandate.NoticeFrom, mandate.NoticeBefore}}

// usualHours are the hours of a rail that Hours does not name. UPI takes no debits in its busy
// hours, which are 10 to 13 and from 17 on. Banks take a day's files before nine.
var usualHours = Hours{
	provider.MandateUPI:      {{6, 10}, {13, 17}},
	provider.MandateCard:     {{6, 10}, {13, 17}},
	provider.MandateEMandate: {{6, 9}},
	provider.MandateNACH:     {{6, 9}},
}

// Contain reports whether a debit by a rail may be submitted at a time.
func (h Hours) Contain(method provider.MandateMethod, at time.Time) bool {
	return isWithin(h.of(method), at)
}

// first is the first hour of the day in which debits by a rail are submitted.
func (h Hours) first(method provider.MandateMethod) int {
	first := 24
	for _, w := range h.of(method) {
		first = min(first, w.From)
	}
	return first
}

func (h Hours) of(method provider.MandateMethod) []Window {
	if windows, set := h[method]; set {
		return windows
	}
	return usualHours[method]
}

func isWithin(windows []Window, at time.Time) bool {
	hour := at.In(calendar.India).Hour()
	return slices.ContainsFunc(windows, func(w Window) bool { return hour >= w.From && hour < w.Before })
}

// ParseHours reads hours from texts such as "upi:6-10+13-17" and "emandate:6-9".
func ParseHours(texts []string) (Hours, error) {
	hours := Hours{}
	for _, text := range texts {
		if text == "" {
			continue
		}
		way, list, _ := strings.Cut(text, ":")
		method := provider.MandateMethod(way)
		if _, known := usualHours[method]; !known || hours[method] != nil {
			return nil, fmt.Errorf("%q does not begin with upi, card, emandate or nach, each of them once", text)
		}
		for _, part := range strings.Split(list, "+") {
			from, before, _ := strings.Cut(part, "-")
			first, wrong := strconv.Atoi(from)
			last, also := strconv.Atoi(before)
			if err := cmp.Or(wrong, also); err != nil || first < 0 || last > 24 || first >= last {
				return nil, fmt.Errorf("%q: %q is not from one hour to a later one, such as 6-10", text, part)
			}
			hours[method] = append(hours[method], Window{first, last})
		}
	}
	return hours, nil
}

// takesNow reports whether a debit under a mandate may be submitted now.
func (s *Service) takesNow(m mandate.Mandate) bool {
	return s.mandates.TakesToday(m) && s.config.Hours.Contain(m.Method, s.clock.Now())
}
