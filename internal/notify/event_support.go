package notify

import "rento/internal/calendar"

// ChatAnswered says that somebody of support has answered in the chat; what, stands
// there alone.
type ChatAnswered struct{}

// Name implements Event.
func (ChatAnswered) Name() string { return "chat_answered" }

// Values implements Event.
func (ChatAnswered) Values() map[string]any { return nil }

// StaffCode is the code by which somebody of the company's staff signs in.
type StaffCode struct {
	Code      string
	ExpiresAt calendar.Instant
}

// Name implements Event.
func (StaffCode) Name() string { return "staff_code" }

// Values implements Event.
func (e StaffCode) Values() map[string]any { return map[string]any{"code": e.Code} }

func (e StaffCode) expiresAt() calendar.Instant { return e.ExpiresAt }
