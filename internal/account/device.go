package account

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Device is a phone or browser that takes push messages.
type Device struct {
	Token    string
	Platform string
	// ContactPermission says that the customer may be told there.
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

// ForgetDevice forgets a device that takes no messages any more.
func ForgetDevice(ctx context.Context, tx *store.Tx, customerID int64, token string) error {
	if _, err := tx.AccountDeviceForget(context.WithoutCancel(ctx), customerID, token); err != nil {
		return fmt.Errorf("account: forget a device: %w", err)
	}
	return nil
}
