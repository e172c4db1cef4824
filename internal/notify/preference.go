package notify

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Preference says whether a customer gets the messages of a category on a channel.
type Preference struct {
	Category Category
	Channel  Channel
	Enabled  bool
}

// IsFixed says that the customer cannot change it.
func (p Preference) IsFixed() bool { return p.Category == CategorySecurity }

func (p Preference) same(other Preference) bool {
	return p.Category == other.Category && p.Channel == other.Channel
}

// standard are the default preferences: every category and channel for which there is an event, all
// switched on.
func standard() []Preference {
	var all []Preference
	for _, category := range []Category{CategorySecurity, CategoryTransactional, CategoryService} {
		for _, channel := range everywhere {
			if slices.ContainsFunc(kinds, func(k kind) bool { return k.category == category && slices.Contains(k.channels, channel) }) {
				all = append(all, Preference{category, channel, true})
			}
		}
	}
	return all
}

// Preferences returns the customer's preferences for every category and channel.
func (n *Service) Preferences(ctx context.Context, customerID int64) ([]Preference, error) {
	return preferences(ctx, n.store.Queries(), customerID)
}

func preferences(ctx context.Context, q *db.Queries, customerID int64) ([]Preference, error) {
	rows, err := q.NotifyPreferences(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("notify: read preferences: %w", err)
	}
	all := standard()
	for i, p := range all {
		for _, row := range rows {
			if row.Category == string(p.Category) && row.Channel == string(p.Channel) {
				all[i].Enabled = row.IsEnabled
			}
		}
	}
	return all, nil
}

// channelsOf returns the channels of a kind of event that the customer has not switched off. If the
// kind is always told, it returns all of them.
func channelsOf(ctx context.Context, q *db.Queries, customerID int64, k kind) ([]Channel, error) {
	if k.isAlwaysTold() {
		return k.channels, nil
	}
	chosen, err := preferences(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	var on []Channel
	for _, channel := range k.channels {
		if slices.Contains(chosen, Preference{k.category, channel, true}) {
			on = append(on, channel)
		}
	}
	return on, nil
}

// SetPreferences stores the given preferences and keeps all others. Setting the same preference
// again changes nothing. It returns a 422 for a category and channel that do not exist or are given
// twice, and for a category that cannot be switched off.
func (n *Service) SetPreferences(ctx context.Context, customerID int64, chosen []Preference) error {
	all := standard()
	for i, p := range chosen {
		if slices.ContainsFunc(chosen[:i], p.same) {
			return fault.Invalid("notification.named_twice", "preferences", "Please choose once for each kind of message and channel.")
		}
		if !slices.ContainsFunc(all, p.same) {
			return fault.Invalid("notification.unknown", "preferences", "There are no such messages.")
		}
		if p.IsFixed() && !p.Enabled {
			return fault.Invalid("notification.security_fixed", "preferences", "Messages about the security of your account cannot be switched off.")
		}
	}
	return n.store.Write(ctx, customerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		before, err := preferences(ctx, tx.Queries, customerID)
		if err != nil {
			return err
		}
		for _, p := range chosen {
			if slices.Contains(before, p) {
				continue
			}
			if err := n.putPreference(ctx, tx, customerID, p); err != nil {
				return err
			}
		}
		return nil
	})
}

func (n *Service) putPreference(ctx context.Context, tx *store.Tx, customerID int64, p Preference) error {
	err := tx.NotifyPreferencePut(ctx, db.NotifyPreferencePutParams{
		CustomerID: customerID, Category: string(p.Category), Channel: string(p.Channel), IsEnabled: p.Enabled,
		UpdatedAt: calendar.Stamp(n.clock.Now()),
	})
	if err != nil {
		return fmt.Errorf("notify: store preference: %w", err)
	}
	state := map[bool]string{true: "on", false: "off"}[p.Enabled]
	return n.audit.Record(ctx, tx, audit.Entry{
		CustomerID: customerID, Action: "notification_preference_changed", Object: fmt.Sprintf("%s/%s/%s", p.Category, p.Channel, state),
	})
}
