package account

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Device is a phone or browser that takes push messages.
type Device struct {
	Token             string
	Platform          string
	ContactPermission bool
}

const (
	maxDeviceToken = 512
	maxPlatform    = 40
)

// RegisterDevice notes a device for push messages, or what changed about it, until
// the session with this token ends. A device that was another customer's is
// this one's from now on. It returns a 422 for a token or platform of the
// device that cannot be one.
func (s *Service) RegisterDevice(ctx context.Context, session Session, authorization string, d Device) error {
	if d.Token == "" || len(d.Token) > maxDeviceToken {
		return fault.Invalid("device.token_length", "firebaseDeviceToken", "The device token must have 1 to 512 characters.")
	}
	if len(d.Platform) > maxPlatform {
		return fault.Invalid("device.platform_length", "devicePlatform", "The platform must have at most 40 characters.")
	}
	hash, _ := tokenHash(authorization)
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		known, err := isRegistered(ctx, tx, session.CustomerID, d)
		if err != nil {
			return err
		}
		if _, err := tx.AccountDeviceDetach(ctx, d.Token, session.CustomerID); err != nil {
			return fmt.Errorf("account: detach a device from another customer: %w", err)
		}
		err = tx.AccountDevicePut(ctx, db.AccountDevicePutParams{
			CustomerID: session.CustomerID, DeviceToken: d.Token, Platform: d.Platform,
			ContactPermission: d.ContactPermission, SessionHash: hash, UpdatedAt: s.now(),
		})
		if err != nil {
			return fmt.Errorf("account: register a device: %w", err)
		}
		if known { // each visit says it again
			return nil
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: session.CustomerID, Action: "device_kept", Object: d.Platform})
	})
}

// isRegistered says whether a device stands as the customer's, just as it is told.
func isRegistered(ctx context.Context, tx *store.Tx, customerID int64, d Device) (bool, error) {
	devices, err := tx.AccountDevices(ctx, customerID)
	if err != nil {
		return false, fmt.Errorf("account: read devices: %w", err)
	}
	return slices.ContainsFunc(devices, func(r db.Device) bool {
		return r.DeviceToken == d.Token && r.Platform == d.Platform && r.ContactPermission == d.ContactPermission
	}), nil
}

// dropDevices forgets the devices of sessions that have ended: who has signed
// out is told nothing there.
func dropDevices(ctx context.Context, tx *store.Tx, customerID int64) error {
	if _, err := tx.AccountDevicesDrop(ctx, customerID); err != nil {
		return fmt.Errorf("account: drop devices: %w", err)
	}
	return nil
}

// TrackedEvent is something that the apps saw a customer do.
type TrackedEvent struct {
	Name     string
	Platform string
	// Properties is a JSON object.
	Properties json.RawMessage
}

// maxProperties is the size of an event's properties in bytes.
const maxProperties = 4 << 10

var eventName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 _.:/()-]{0,99}$`)

// Track stores an event without what would say who somebody is. It returns a
// 422 for a name or properties outside the limits.
func (s *Service) Track(ctx context.Context, session Session, e TrackedEvent) error {
	if !eventName.MatchString(e.Name) {
		return fault.Invalid("tracking.event_invalid", "event", "The event's name must have 1 to 100 letters, digits, spaces or dashes.")
	}
	if len(e.Platform) > maxPlatform {
		return fault.Invalid("device.platform_length", "devicePlatform", "The platform must have at most 40 characters.")
	}
	properties, err := anonymous(e.Properties)
	if err != nil {
		return err
	}
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		err := tx.AccountEventAdd(context.WithoutCancel(ctx), db.AccountEventAddParams{
			CustomerID: session.CustomerID, ID: s.ids.Next(), Name: e.Name, Platform: e.Platform, Properties: properties, At: s.now(),
		})
		if err != nil {
			return fmt.Errorf("account: keep an event: %w", err)
		}
		return nil
	})
}

// anonymous returns the properties as JSON without personal data.
func anonymous(raw json.RawMessage) (string, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return "{}", nil
	}
	if len(raw) > maxProperties {
		return "", fault.Invalid("tracking.properties_length", "properties", "The properties must have at most 4 KiB.")
	}
	var properties map[string]any
	if err := json.Unmarshal(raw, &properties); err != nil || properties == nil {
		return "", fault.Invalid("tracking.properties_invalid", "properties", "The properties must be a JSON object.")
	}
	stripPersonal(properties)
	text, err := json.Marshal(properties)
	if err != nil {
		return "", fmt.Errorf("account: properties: %w", err)
	}
	return string(text), nil
}

// personalName finds properties that name a person or a secret; personalText
// finds e-mail addresses, and numbers long enough for a phone or an account.
var (
	personalName = regexp.MustCompile(`(?i)(^|first|middle|last|full|user|customer|holder)[ _-]?name$|mail|mobile|phone|contact|address|pincode|pan$|aadhaar|gst|account|ifsc|upi|vpa|token|otp|code$|password|latitude|longitude|^lat$|^lng$`)
	personalText = regexp.MustCompile(`[^\s@]+@[^\s@]+|[0-9][0-9 -]{8,}[0-9]|[A-Z]{5}[0-9]{4}[A-Z]|rs1_`)
)

// stripPersonal takes personal data out of a JSON object, at any depth.
func stripPersonal(object map[string]any) {
	for name, value := range object {
		if personalName.MatchString(name) || !storable(value) {
			delete(object, name)
		}
	}
}

// storable reports whether a JSON value holds nothing personal, after what it
// holds was stripped.
func storable(value any) bool {
	switch v := value.(type) {
	case string:
		return !personalText.MatchString(v)
	case float64:
		return v < 1e9 && v > -1e9
	case map[string]any:
		stripPersonal(v)
	case []any:
		for _, item := range v {
			if !storable(item) {
				return false
			}
		}
	}
	return true
}
