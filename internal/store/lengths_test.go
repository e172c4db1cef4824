package store_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"rento/internal/encryption"
)

// longest is the maximum length in bytes that each domain accepts; for encrypted texts, before
// encryption. docs/storage.md lists the same.
var longest = map[string]int{
	"idempotency_keys.idempotency_key": 255, "sessions.device": 200, "login_challenges.network": 64, "sign_in_networks.network": 64,
	"devices.device_token": 512, "devices.platform": 40, "tracked_events.name": 100, "tracked_events.properties": 8 << 10, "consents.language": 2,
	"error_groups.type": 100, "error_groups.culprit": 300, "error_groups.release": 100, "error_groups.sample": 10_000,
	"chat_sessions.unique_user_session_id": 64, "tickets.message": 2000, "ticket_steps.comment": 2300, "uploads.name": 104,
	"referral_contacts.name": 100, "referral_contacts.email": 254, "referrals.email": 254, "referrals.mailbox": 254, "feedback_requests.comment": 2000, "payees.ifsc": 11, "payees.bank_name": 100, "payment_transactions.payment_method": 64,
	"payment_transactions.device": 64, "kyc_documents.name": 104,
}

var longestEncrypted = map[string]int{
	"payees.name_in_bank": 100, "payees.account_number": 20, "payees.vpa": 100, "payees.registered_name": 300,
	"provider_events.body": 256 << 10,
}

// A text that its domain accepts is never refused by the table, encrypted or not.
func TestColumnsHoldTheLongestText(t *testing.T) {
	keys, err := encryption.New(strings.Repeat("k", encryption.MinSecret), "")
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]int{}
	for column, size := range longest {
		stored[column] = size
	}
	for column, size := range longestEncrypted {
		stored[column] = len(keys.Encrypt(column+"/1/1", strings.Repeat("x", size)))
	}
	for _, of := range tablesNow(t) {
		for _, c := range of.Columns {
			want, ok := stored[of.Name+"."+c.Name]
			if !ok {
				continue
			}
			delete(stored, of.Name+"."+c.Name)
			if got := most(c.Check); got < want {
				t.Errorf("%s.%s holds %d characters, want %d: %s", of.Name, c.Name, got, want, c.Check)
			}
		}
	}
	if len(stored) > 0 {
		t.Errorf("no such columns: %v", stored)
	}
}

var oneOfLengths = regexp.MustCompile(`length\(\w+\) IN \(\d+, (\d+)`)

// most is the maximum length that a check allows, or 0 if the check does not limit lengths.
func most(check string) (size int) {
	for _, pattern := range []*regexp.Regexp{bounded, oneOfLengths} {
		if found := pattern.FindStringSubmatch(check); found != nil {
			_, _ = fmt.Sscan(found[1], &size) // the pattern matches only digits
		}
	}
	return size
}
