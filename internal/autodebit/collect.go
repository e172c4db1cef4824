package autodebit

import (
	"context"
	"errors"
	"fmt"

	"rento/internal/account"
	"rento/internal/alert"
	"rento/internal/billing"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/mandate"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// A debit that was never submitted is announced for at most patience days after it was planned.
// That makes three notices. After that the customer is told early enough to pay by hand.
const patience = 7

// collect enqueues a job for each debit that may have to be announced or submitted this hour.
func (s *Service) collect(ctx context.Context) error {
	var failed bound.Failures
	failed.Add(mandate.EachToDo(ctx, s.store, s.today().AddDays(mandate.NoticeDays), func(customerID, id int64) error {
		about := jobs.CustomerRow{CustomerID: customerID, ID: id}
		return s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
			return s.jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobDebit, Key: fmt.Sprint(id), Payload: about})
		})
	}))
	return failed.Err()
}

// debitJob takes the next step of one debit: it announces or submits it.
func (s *Service) debitJob(ctx context.Context, about jobs.CustomerRow) error {
	d, err := mandate.GetDebit(ctx, s.store.Queries(), about.CustomerID, about.ID)
	if err != nil {
		return err
	}
	m, err := mandate.Get(ctx, s.store.Queries(), d.CustomerID, d.MandateID)
	if err != nil || m.Reference == "" {
		return err
	}
	gateway := s.gatewayOf(m)
	switch {
	case gateway == nil:
		return s.withoutGateway(ctx, m, d)
	case d.State == mandate.Scheduled && isWithin(noticeHours, s.clock.Now()):
		return s.announce(ctx, gateway, m, d)
	case d.State == mandate.Notified && !m.Allows(d.Amount, d.On): // the customer has lowered the limit at the bank
		return s.giveUpDebit(ctx, m, d, mandate.NotAllowed)
	case d.State == mandate.Notified && d.On.Before(s.today()):
		return s.missed(ctx, m, d)
	case (d.State == mandate.Notified || d.State == mandate.Unknown) && d.On == s.today() && s.takesNow(m):
		if sure, err := s.areTriesDecided(ctx, d); err != nil || !sure {
			return s.later(ctx, d, err)
		}
		return s.submit(ctx, gateway, d)
	}
	return nil
}

// withoutGateway handles a debit whose gateway is not set up any more: our staff are alerted, and
// after patience days the debit is given up.
func (s *Service) withoutGateway(ctx context.Context, m mandate.Mandate, d mandate.Debit) error {
	if d.State.Planned() && s.today().Sub(d.Planned) > patience {
		return s.giveUpDebit(ctx, m, d, mandate.Lapsed)
	}
	return s.alerts.RaiseAlone(ctx, alert.Alert{
		Kind: "debit_without_gateway", Subject: m.Gateway,
		Detail: fmt.Sprintf("debits are planned at %s, which is not set up or has no auto debit", m.Gateway),
	})
}

// areTriesDecided reports whether no earlier try for the debit's invoice, under any mandate, can
// still bring money. A debit that may be with the gateway already is not checked.
func (s *Service) areTriesDecided(ctx context.Context, d mandate.Debit) (bool, error) {
	if d.State != mandate.Notified {
		return true, nil
	}
	tried, err := mandate.TriedFor(ctx, s.store.Queries(), d)
	if err != nil {
		return false, err
	}
	for _, id := range tried {
		if sure, err := s.payments.DecideDebit(ctx, d.CustomerID, id); err != nil || !sure {
			return false, err
		}
	}
	return true, nil
}

// missed handles a debit whose day went by: it has the debit announced again for another day.
// After patience days it gives a debit up that was never submitted. Each notice names another day,
// and after a third one the customer would not know what to expect.
func (s *Service) missed(ctx context.Context, m mandate.Mandate, d mandate.Debit) error {
	if d.Tries == 0 && s.today().Sub(d.Planned) > patience {
		return s.giveUpDebit(ctx, m, d, mandate.Lapsed)
	}
	return s.write(ctx, d.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		err := s.mandates.MoveDebit(ctx, tx, d.CustomerID, d.ID, mandate.Scheduled, mandate.NotSkipped)
		return unlessMoved(err)
	})
}

// unlessMoved drops the error that another caller has moved the debit first.
func unlessMoved(err error) error {
	if errors.Is(err, mandate.ErrIllegal) {
		return nil
	}
	return err
}

// announce sends the pre-debit notice, by the gateway and by us. It asks about the mandate first,
// which may have been stopped at the bank. A debit lapses at once if its month has no day left,
// or if it was never submitted and could not be announced for patience days.
func (s *Service) announce(ctx context.Context, gateway provider.Mandates, m mandate.Mandate, d mandate.Debit) error {
	m, err := s.query(ctx, m)
	if err != nil {
		return s.later(ctx, d, err)
	}
	// The answer may have changed the debit with its mandate.
	if d, err = mandate.GetDebit(ctx, s.store.Queries(), d.CustomerID, d.ID); err != nil || d.State != mandate.Scheduled {
		return err
	}
	on := s.mandates.DayFrom(m, calendar.Later(d.On, s.today().AddDays(mandate.NoticeDays)))
	if on.MonthStart() != d.Cycle || d.Tries == 0 && s.today().Sub(d.Planned) > patience {
		return s.giveUpDebit(ctx, m, d, mandate.Lapsed)
	}
	invoices, err := s.payFromWallet(ctx, d)
	if err != nil || len(invoices) == 0 {
		return err
	}
	amount, anew := invoices.Open(), d.NoticeID != "" && d.Tries == 0
	if d.Tries > 0 {
		amount = min(d.Amount, amount)
	}
	if !m.Allows(amount, on) {
		return s.giveUpDebit(ctx, m, d, mandate.NotAllowed)
	}
	if d.Reference == "" || on != d.On || amount != d.Amount {
		d.Reference, d.On, d.Amount = ident.Reference(referenceLength), on, amount
		err := s.write(ctx, d.CustomerID, func(ctx context.Context, tx *store.Tx) error { return s.mandates.PlanNotice(ctx, tx, d) })
		if err != nil {
			return unlessMoved(err)
		}
	}
	request, err := s.request(ctx, m, d, invoices)
	if err != nil {
		return err
	}
	notice, err := gateway.Announce(ctx, request)
	if err != nil {
		return s.later(ctx, d, err)
	}
	return s.write(ctx, d.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		if err := s.mandates.Announced(ctx, tx, d, notice.ID); err != nil {
			return unlessMoved(err)
		}
		before := ""
		if d.Tries == 0 && !anew {
			if before, err = mandate.Replaced(ctx, tx.Queries, d); err != nil {
				return err
			}
		}
		event := notify.DebitPlanned{Amount: d.Amount, Invoice: invoices.Numbers(), Instrument: m.Instrument(), Day: d.On, Hour: s.config.Hours.first(m.Method), Instead: before, Anew: anew}
		return s.notify.Send(ctx, tx, d.CustomerID, event, "debit_planned/"+d.Reference)
	})
}

// payFromWallet lets the wallet pay the invoices of a debit, as far as its money goes, before the
// debit is announced. It returns what is left to debit: nothing if the wallet has paid it all, or
// the debit is not scheduled any more.
func (s *Service) payFromWallet(ctx context.Context, d mandate.Debit) (left billing.Invoices, err error) {
	err = s.write(ctx, d.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		left = nil
		if now, err := mandate.GetDebit(ctx, tx.Queries, d.CustomerID, d.ID); err != nil || now.State != mandate.Scheduled {
			return err
		}
		left, err = s.billing.PayBeforeDebit(ctx, tx, d)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("autodebit: %w", err)
	}
	return left, nil
}

// giveUpDebit skips a debit that will not happen and tells the customer. If the mandate does not allow
// it any more, those of its invoices that it still allows are debited.
func (s *Service) giveUpDebit(ctx context.Context, m mandate.Mandate, d mandate.Debit, why mandate.Reason) error {
	return s.write(ctx, d.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		err := s.mandates.MoveDebit(ctx, tx, d.CustomerID, d.ID, mandate.Skipped, why)
		if err != nil {
			return unlessMoved(err)
		}
		if why == mandate.Lapsed {
			return s.billing.DebitLapsed(ctx, tx, d)
		}
		invoices, err := billing.DebitedBy(ctx, tx.Queries, d)
		if err != nil {
			return fmt.Errorf("autodebit: %w", err)
		}
		left, err := s.mandates.PlanRest(ctx, tx, m, d, invoices.Owed())
		if err != nil {
			return err
		}
		if len(left) < len(invoices) {
			why = mandate.MonthTaken
		}
		return s.billing.TellNotDebited(ctx, tx, d.CustomerID, left, m, why)
	})
}

// later leaves a debit to the next hour. cause is the gateway's error, or nil if an earlier try
// is still undecided.
func (s *Service) later(ctx context.Context, d mandate.Debit, cause error) error {
	s.logger.WarnContext(ctx, "debit put off", "debit", d.ID, "state", d.State, "error", cause)
	return nil
}

func (s *Service) request(ctx context.Context, m mandate.Mandate, d mandate.Debit, invoices billing.Invoices) (provider.DebitRequest, error) {
	q := s.store.Queries()
	customer, err := account.CustomerOf(ctx, q, m.CustomerID)
	if err != nil {
		return provider.DebitRequest{}, fmt.Errorf("autodebit: debit %d: %w", d.ID, err)
	}
	number, err := numberOfNext(ctx, q, m)
	if err != nil {
		return provider.DebitRequest{}, err
	}
	return provider.DebitRequest{
		Reference: d.Reference, Mandate: m.Ref(), Amount: d.Amount, On: d.On, Invoice: invoices[0].Number, About: s.config.ProductName + " rent", Number: number,
		Customer: provider.Customer{ID: m.CustomerID, Name: customer.FullName, Email: customer.Email, Mobile: customer.Mobile},
	}, nil
}

// numberOfNext is the number of the next debit under a mandate. A rail counts the debits that it
// has got, and the numbers must have no gap.
func numberOfNext(ctx context.Context, q *db.Queries, m mandate.Mandate) (int, error) {
	tried, err := mandate.Tried(ctx, q, m)
	if err != nil {
		return 0, err
	}
	got, err := payment.DebitsAtGateway(ctx, q, m.CustomerID, tried)
	if err != nil {
		return 0, fmt.Errorf("autodebit: %w", err)
	}
	return got + 1, nil
}

// submit submits a debit. intend first commits that we are about to do so, together with the
// attempt. If the gateway does not answer, the attempt has the gateway asked later.
func (s *Service) submit(ctx context.Context, gateway provider.Mandates, d mandate.Debit) error {
	request, notice, ready, err := s.intend(ctx, d)
	if err != nil || !ready {
		return unlessMoved(err)
	}
	p, err := gateway.Debit(ctx, request, notice)
	if err == nil {
		seen := provider.Observation{Gateway: gateway.Profile().Name, Reference: d.Reference, OrderID: p.OrderID, Payments: []provider.Payment{p}}
		_, err := s.payments.Apply(ctx, seen)
		return err
	}
	s.logger.WarnContext(ctx, "debit without an answer", "debit", d.ID, "error", err.Error())
	if provider.OutcomeOf(err) == provider.NotAttempted {
		return s.write(ctx, d.CustomerID, func(ctx context.Context, tx *store.Tx) error {
			now, err := mandate.GetDebit(ctx, tx.Queries, d.CustomerID, d.ID)
			if err != nil || now.State != mandate.Unknown || request.Repeated {
				return err
			}
			if err := s.mandates.SetTries(ctx, tx, now, now.Tries-1); err != nil {
				return err
			}
			return s.mandates.MoveDebit(ctx, tx, d.CustomerID, d.ID, mandate.Notified, mandate.NotSkipped)
		})
	}
	return s.payments.DebitUnanswered(ctx, d, err)
}

// intend commits that a debit is about to be submitted. ready is false if a payment by hand is
// under way, the invoices are paid, or the mandate is not confirmed any more.
//
// The same rule holds for a debit that may be with the gateway already. If ready, it is submitted
// again, because the gateway may not have it. If not, the gateway is only asked about it.
func (s *Service) intend(ctx context.Context, d mandate.Debit) (request provider.DebitRequest, notice provider.DebitNotice, ready bool, err error) {
	var m mandate.Mandate
	var invoices billing.Invoices
	err = s.write(ctx, d.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		ready = false
		now, err := mandate.GetDebit(ctx, tx.Queries, d.CustomerID, d.ID)
		if err != nil || now.State != d.State || now.Reference != d.Reference {
			return err
		}
		if m, err = mandate.Get(ctx, tx.Queries, d.CustomerID, d.MandateID); err != nil {
			return err
		}
		if invoices, err = billing.DebitedBy(ctx, tx.Queries, now); err != nil {
			return fmt.Errorf("autodebit: %w", err)
		}
		byHand, err := payment.HandPaymentUnderWay(ctx, tx.Queries, d.CustomerID)
		if err != nil || byHand || len(invoices) == 0 || m.State != mandate.Confirmed {
			return err
		}
		if now.State == mandate.Notified && invoices.Open() < now.Amount {
			// Part of the announced amount was paid since the notice. We never take more than is
			// owed, so the rest is announced again.
			return s.mandates.MoveDebit(ctx, tx, d.CustomerID, d.ID, mandate.Scheduled, mandate.NotSkipped)
		}
		notice.ID, ready = now.NoticeID, true
		if now.State == mandate.Unknown {
			return nil
		}
		if err := s.mandates.SetTries(ctx, tx, now, now.Tries+1); err != nil {
			return err
		}
		if err := s.mandates.MoveDebit(ctx, tx, d.CustomerID, d.ID, mandate.Unknown, mandate.NotSkipped); err != nil {
			return err
		}
		return s.payments.AddDebit(ctx, tx, now, m.Gateway)
	})
	if err != nil || !ready {
		return request, notice, ready, err
	}
	request, err = s.request(ctx, m, d, invoices)
	request.Repeated = d.State == mandate.Unknown
	return request, notice, true, err
}
