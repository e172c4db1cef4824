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

// Device is a phone or browser that receives push messages.
type Device struct {
	Token    string
	Platform string
	// ContactPermission says that the customer allows messages on this device.
	ContactPermission bool
}

const (
	maxDeviceToken = 512
	maxPlatform    = 40
	// keptDevices is how many devices a customer has. A further one replaces the one that was
	// registered the longest ago.
	keptDevices = 20
)

// RegisterDevice registers a device for push messages, or updates its registration, until the
// session with this token ends. If another customer had registered the device, it now belongs to
// this customer. A customer keeps the 20 devices that were registered last. It returns a 422 for an invalid device token or platform.
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
		err = tx.AccountDevicesKeep(ctx, db.AccountDevicesKeepParams{CustomerID: session.CustomerID, DeviceToken: d.Token, Kept: keptDevices})
		if err != nil {
			return fmt.Errorf("account: keep the newest devices: %w", err)
		}
		if known { // the app registers at each visit; only a change is recorded
			return nil
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: session.CustomerID, Action: "device_kept", Object: d.Platform})
	})
}

// isRegistered says whether the customer has registered exactly this device.
func isRegistered(ctx context.Context, tx *store.Tx, customerID int64, d Device) (bool, error) {
	devices, err := tx.AccountDevices(ctx, customerID)
	if err != nil {
		return false, fmt.Errorf("account: read devices: %w", err)
	}
	return slices.ContainsFunc(devices, func(r db.Device) bool {
		return r.DeviceToken == d.Token && r.Platform == d.Platform && r.ContactPermission == d.ContactPermission
	}), nil
}

// dropDevices deletes the devices of sessions that have ended, so that a signed-out device receives
// no messages.
func dropDevices(ctx context.Context, tx *store.Tx, customerID int64) error {
	if _, err := tx.AccountDevicesDrop(ctx, customerID); err != nil {
		return fmt.Errorf("account: drop devices: %w", err)
	}
	return nil
}

// ForgetDevice deletes a device that no longer accepts messages.
func ForgetDevice(ctx context.Context, tx *store.Tx, customerID int64, token string) error {
	if _, err := tx.AccountDeviceForget(context.WithoutCancel(ctx), customerID, token); err != nil {
		return fmt.Errorf("account: forget a device: %w", err)
	}
	return nil
}
