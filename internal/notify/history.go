package notify

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"rento/internal/calendar"
	"rento/internal/store/db"
)

// HistoryEntry is one fact that a customer was told about, on one or more channels. Its text and
// language are those of the most detailed message. At is when it left, or when it was written as
// long as it has not left.
type HistoryEntry struct {
	ID       int64
	Event    string // the name of the event
	At       calendar.Instant
	Language Language
	Subject  string
	Body     string
	Ways     []Way
}

// Way is a channel on which a customer was told, and the state of the message: StateWaiting,
// StateSent, StateFailed or StateKept. Several devices count as one way.
type Way struct {
	Channel Channel
	State   string
}

// historyPage is the maximum number of facts on a page. mostOfOne is the maximum number of messages
// about one fact: a text message, a mail and one for each device.
const (
	historyPage = 10
	mostOfOne   = 2 + maxDevices
)

// History returns a page of what a customer was told, newest first, and the id before which the
// next page begins, or 0 after the last page. Sign-in codes are left out.
func History(ctx context.Context, q *db.Queries, customerID, before int64) (page []HistoryEntry, next int64, err error) {
	if before <= 0 {
		before = math.MaxInt64
	}
	const size = historyPage*mostOfOne + 1
	rows, err := q.NotifyMessagesOf(ctx, db.NotifyMessagesOfParams{CustomerID: customerID, BeforeID: before, PageSize: size})
	if err != nil {
		return nil, 0, fmt.Errorf("notify: what a customer was told: %w", err)
	}
	fact := ""
	for _, r := range rows {
		if r.Fact != fact || len(page) == 0 {
			if len(page) == historyPage {
				return page, next, nil
			}
			fact = r.Fact
			page = append(page, HistoryEntry{ID: r.ID, Event: eventOfTemplate(r.Template), At: cmp.Or(r.SentAt, r.CreatedAt)})
		}
		page[len(page)-1].add(r)
		next = r.ID
	}
	if len(rows) < size {
		next = 0
	}
	return page, next, nil
}

// add adds one message about the fact. A mail is the most detailed, then a text message.
func (t *HistoryEntry) add(r db.NotifyMessagesOfRow) {
	channel := Channel(r.Channel)
	if t.Body == "" || channel == Email || (channel == SMS && t.says(Push)) {
		t.Subject, t.Body, t.Language = r.Subject, withoutCodes(r.Body), languageOfTemplate(r.Template)
	}
	for i, way := range t.Ways {
		if way.Channel != channel {
			continue
		}
		if way.State == StateFailed { // one device that was reached is enough
			t.Ways[i].State = r.State
		}
		return
	}
	t.Ways = append(t.Ways, Way{channel, r.State})
}

// says reports whether this channel is the only one so far.
func (t *HistoryEntry) says(only Channel) bool { return len(t.Ways) == 1 && t.Ways[0].Channel == only }
