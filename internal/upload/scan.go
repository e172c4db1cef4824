package upload

import (
	"context"
	"errors"
	"io"

	"rento/internal/alert"
	"rento/internal/calendar"
	"rento/internal/fault"
)

// scanWait is after how many seconds to send a file again that could not be scanned.
const scanWait = 60

// Scan has a file looked at for malware, from where it stands to its end; every file of
// a customer's goes through it before anything else is done with its bytes. Faults: 422
// for malware; 503 when the scanner has not answered, because a file that was not looked
// at is not taken. Where none is set up, every file passes.
func (s *Service) Scan(ctx context.Context, file io.Reader) error {
	if s.scanner == nil {
		return nil
	}
	found, err := s.scanner.Scan(ctx, file)
	if err != nil {
		return s.notScanned(ctx, err)
	}
	if found != "" {
		return fault.Invalid("upload.malware", "file", "A virus scanner has found malware in this file. Please choose another one.").
			WithCause(errors.New(s.scanner.Name() + " has found " + found))
	}
	return nil
}

// notScanned raises an alert, once a day, unless it is the customer who has gone.
func (s *Service) notScanned(ctx context.Context, cause error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	told := s.alerts.RaiseAlone(ctx, alert.Alert{
		Kind: "uploads_not_scanned", Subject: s.scanner.Name() + ":" + calendar.Today(s.clock).String(), Detail: cause.Error(),
	})
	return fault.Unavailable("upload.not_scanned", scanWait, "We cannot check files for viruses at the moment. Please try again in a few minutes.").
		WithCause(errors.Join(cause, told))
}
