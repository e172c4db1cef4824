package autodebit

import (
	"context"
	"fmt"
	"time"

	"rento/internal/alert"
	"rento/internal/billing"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/mandate"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
)

const (
	jobCheck = "autodebit.check"
	jobSweep = "autodebit.sweep"
	jobDebit = "autodebit.debit"
	jobEnds  = "autodebit.ends"
)

// checkGaps are the times between questions about an undecided mandate: short ones while the
// checkout can be open, then for as long as banks take to say yes.
var checkGaps = []time.Duration{
	time.Minute, 4 * time.Minute, 10 * time.Minute, 20 * time.Minute, 85 * time.Minute, 6 * time.Hour, 16 * time.Hour,
	24 * time.Hour, 24 * time.Hour, 24 * time.Hour,
}

// restGap is the time between questions about a paused mandate. An event says when the mandate is
// resumed, but the event may get lost.
const restGap = 24 * time.Hour

// gapAfter is the time from a question to the next one.
func gapAfter(m mandate.Mandate, checks int64) time.Duration {
	if m.State == mandate.Paused {
		return restGap
	}
	return checkGaps[min(checks, int64(len(checkGaps)-1))]
}

// Every sweepGap the sweep asks the questions that are overdue by more than sweepLate.
const (
	sweepGap  = time.Hour
	sweepLate = 10 * time.Minute
)

func (s *Service) schedule() {
	jobs.Handle(s.jobs, jobCheck, s.checkJob)
	jobs.Handle(s.jobs, jobDebit, s.debitJob)
	jobs.Handle(s.jobs, mandate.JobEvent, s.handleEvent)
	s.jobs.Every(jobSweep, jobs.Interval(sweepGap), s.Sweep)
	s.jobs.Every(jobEnds, jobs.Daily(endsHour, 0), s.tellEnds)
}

func (s *Service) enqueueCheck(ctx context.Context, tx *store.Tx, m mandate.Mandate, at calendar.Instant) error {
	err := s.jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: jobCheck, Key: fmt.Sprintf("%d@%d", m.ID, at), Payload: jobs.CustomerRow{CustomerID: m.CustomerID, ID: m.ID}, RunAt: at.Time(),
	})
	if err != nil {
		return fmt.Errorf("autodebit: %w", err)
	}
	return nil
}

// setCheck stores when the gateway is asked next. It returns false if another caller has done so
// in the meantime.
func (s *Service) setCheck(ctx context.Context, tx *store.Tx, m mandate.Mandate, at calendar.Instant, checks int64) (bool, error) {
	mine, err := s.mandates.SetCheck(ctx, tx, m, at, checks)
	if err != nil || !mine || at.IsZero() {
		return mine, err
	}
	return true, s.enqueueCheck(ctx, tx, m, at)
}

// checkJob asks the gateway about one mandate when that is due. The next question is committed
// before this one is asked, so that a node that dies leaves it to the next.
func (s *Service) checkJob(ctx context.Context, about jobs.CustomerRow) error {
	m, err := mandate.Get(ctx, s.store.Queries(), about.CustomerID, about.ID)
	if err != nil || m.CheckAt.IsZero() || m.CheckAt > s.now() {
		return err // another caller has asked meanwhile, and another job has the next question
	}
	final := m.Checks+1 >= int64(len(checkGaps))
	mine := false
	err = s.write(ctx, m.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		mine, err = s.setCheck(ctx, tx, m, s.now().Add(gapAfter(m, m.Checks+1)), m.Checks+1)
		return err
	})
	if err != nil || !mine {
		return err
	}
	now, unheard := s.query(ctx, m)
	if unheard != nil {
		s.logger.WarnContext(ctx, "gateway not asked", "gateway", m.Gateway, "mandate", m.ID, "error", unheard.Error())
		return nil
	}
	switch {
	case now.State == mandate.Initiated && final:
		return s.giveUp(ctx, now, "not_confirmed")
	case now.State == mandate.Cancelling && final && now.Token == "": // a registration that nobody has confirmed
		_, err := s.apply(ctx, now, provider.Mandate{State: provider.MandateCancelled, Reason: "not_confirmed"})
		return err
	case now.State == mandate.Cancelling && final:
		return s.alerts.RaiseAlone(ctx, alert.Alert{
			Kind: "mandate_not_withdrawn", Subject: fmt.Sprint(m.ID), CustomerID: m.CustomerID,
			Detail: fmt.Sprintf("mandate %s at %s is not withdrawn", m.Token, m.Gateway),
		})
	}
	return nil
}

// query asks the gateway about a mandate and stores the answer. A mandate that is cancelling is
// withdrawn again instead; that is no error if it is withdrawn already. query returns the mandate
// as it is afterwards. The error says that the gateway could not be asked.
func (s *Service) query(ctx context.Context, m mandate.Mandate) (mandate.Mandate, error) {
	gateway := s.gatewayOf(m)
	if gateway == nil {
		return m, fmt.Errorf("autodebit: gateway %s has no mandates", m.Gateway)
	}
	question := gateway.ObserveMandate
	if m.State == mandate.Cancelling {
		question = gateway.CancelMandate
	}
	seen, err := question(ctx, m.Ref())
	if err != nil {
		return m, fmt.Errorf("autodebit: ask %s about mandate %d: %w", m.Gateway, m.ID, err)
	}
	return s.apply(ctx, m, seen)
}

// apply stores what a gateway says about a mandate, and sends the customer the message about it.
func (s *Service) apply(ctx context.Context, m mandate.Mandate, seen provider.Mandate) (now mandate.Mandate, err error) {
	err = s.write(ctx, m.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		var from mandate.State
		if now, from, err = s.mandates.Observed(ctx, tx, m.CustomerID, m.ID, seen); err != nil {
			return err
		}
		if err := s.plan(ctx, tx, now); err != nil {
			return err
		}
		if from == "" {
			return nil
		}
		return s.notifyOf(ctx, tx, now, from)
	})
	return now, err
}

// plan sets the next question about a mandate after the gateway's answer. An undecided mandate
// keeps its schedule, a paused one is asked about every restGap, and a confirmed one not any more.
// One in a final state has no next question by itself.
func (s *Service) plan(ctx context.Context, tx *store.Tx, m mandate.Mandate) (err error) {
	switch m.State {
	case mandate.Initiated, mandate.Cancelling, mandate.Rejected, mandate.Cancelled, mandate.Expired:
	case mandate.Paused:
		if m.CheckAt.IsZero() {
			_, err = s.setCheck(ctx, tx, m, s.now().Add(restGap), m.Checks)
		}
	case mandate.Confirmed:
		if !m.CheckAt.IsZero() {
			_, err = s.setCheck(ctx, tx, m, 0, m.Checks)
		}
	}
	return err
}

// notifyOf sends the message about a mandate that has changed its state.
func (s *Service) notifyOf(ctx context.Context, tx *store.Tx, m mandate.Mandate, from mandate.State) error {
	other, err := mandate.InUseBeside(ctx, tx.Queries, m)
	if err != nil {
		return err
	}
	underWay, err := mandate.UnderWay(ctx, tx.Queries, m)
	if err != nil {
		return err
	}
	var event notify.Event
	switch m.State {
	case mandate.Confirmed:
		set := notify.MandateSetUp{Instrument: m.Instrument(), Max: m.Max, Until: m.ExpiresOn, Active: m.Active, Resumed: from == mandate.Paused, Other: other}
		if m.Active {
			if set.DebitedBy, err = s.begunBy(ctx, tx, m); err != nil {
				return err
			}
		}
		event = set
	case mandate.Rejected:
		event = notify.MandateRejected{Other: other}
	case mandate.Paused, mandate.Cancelling, mandate.Cancelled, mandate.Expired:
		if from == mandate.Cancelling || from == mandate.Initiated {
			return nil // the customer was told when the withdrawal began, or never had this mandate
		}
		stopped := notify.MandateStopped{
			Instrument: m.Instrument(), Paused: m.State == mandate.Paused, Expired: m.State == mandate.Expired, Other: other, UnderWay: underWay,
		}
		if stopped.DebitedBy, stopped.NotMade, err = s.afterStop(ctx, tx, m); err != nil {
			return err
		}
		if other == "" {
			if err := s.adviseIn(ctx, tx, m.CustomerID, &stopped); err != nil {
				return err
			}
		}
		event = stopped
	case mandate.Initiated:
		return nil
	}
	return s.notify.Send(ctx, tx, m.CustomerID, event, fmt.Sprintf("mandate/%d/%s/%d", m.ID, m.State, s.now()))
}

// adviseIn says in the message that nothing debits the rent any more what could, if rent is to come.
func (s *Service) adviseIn(ctx context.Context, tx *store.Tx, customerID int64, stopped *notify.MandateStopped) error {
	a, err := s.Alternatives(ctx, tx.Queries, customerID)
	if err != nil {
		return err
	}
	stopped.Rents, stopped.Ahead = a.Rent > 0, a.Ahead
	if len(a.Choices) == 0 || a.Rent == 0 {
		return nil
	}
	choice := a.Choices[0]
	stopped.Choice = choice.Mandate.Instrument()
	if choice.On.IsZero() {
		stopped.TooHigh, stopped.Max = choice.Amount, choice.Mandate.Most()
	}
	return nil
}

// afterStop says what the active mandate debits next, now that m has stopped, and which debit that
// was planned under m is not made by any.
func (s *Service) afterStop(ctx context.Context, tx *store.Tx, m mandate.Mandate) (by notify.DebitedBy, not notify.NotMade, err error) {
	active, some, err := mandate.Active(ctx, tx.Queries, m.CustomerID)
	if err != nil {
		return by, not, err
	}
	if some && active.State == mandate.Confirmed {
		by, err = s.debitedInstead(ctx, tx, active)
		return by, not, err
	}
	dropped, err := s.mandates.Dropped(ctx, tx.Queries, m.CustomerID)
	if err != nil {
		return by, not, err
	}
	var ids []int64
	for _, d := range dropped {
		if d.MandateID == m.ID && d.SkippedFor == mandate.Inactive {
			ids = append(ids, d.InvoiceIDs()...)
		}
	}
	invoices, err := billing.OpenOf(ctx, tx.Queries, m.CustomerID, ids)
	if err != nil || len(invoices) == 0 {
		return by, not, err
	}
	not = notify.NotMade{Amount: invoices.Open(), Invoice: invoices.Numbers()}
	not.PayBy, err = s.billing.PayBy(ctx, tx.Queries, invoices)
	return by, not, err
}

// handleEvent handles a gateway's event about a mandate by asking the gateway. If we do not find
// the mandate, it is not ours, or its registration's own question will find it.
func (s *Service) handleEvent(ctx context.Context, told mandate.Told) error {
	found, err := mandate.AtGateway(ctx, s.store.Queries(), told.Gateway, told.Subject)
	if err == nil && len(found) == 0 && told.Registration != "" {
		found, err = mandate.AtGateway(ctx, s.store.Queries(), told.Gateway, told.Registration)
	}
	if err != nil {
		return err
	}
	var failed bound.Failures
	for _, m := range found {
		if _, unheard := s.query(ctx, m); unheard != nil {
			s.logger.WarnContext(ctx, "gateway not asked", "gateway", m.Gateway, "mandate", m.ID, "error", unheard.Error())
			failed.Add(s.askLater(ctx, m))
		}
	}
	return failed.Err()
}

// askLater starts the questions about a mandate anew, unless one is planned. The gateway may be
// away for longer than a job is retried.
func (s *Service) askLater(ctx context.Context, m mandate.Mandate) error {
	return s.write(ctx, m.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		now, err := mandate.Get(ctx, tx.Queries, m.CustomerID, m.ID)
		if err != nil || !now.CheckAt.IsZero() {
			return err
		}
		_, err = s.setCheck(ctx, tx, now, s.now().Add(checkGaps[0]), 0)
		return err
	})
}

// Sweep does this hour's work on debits. It also asks overdue questions, whose job has died, and
// expires mandates whose last day is over.
func (s *Service) Sweep(ctx context.Context) error {
	late, err := mandate.Overdue(ctx, s.store.Queries(), s.now().Add(-sweepLate))
	if err != nil {
		return err
	}
	var failed bound.Failures
	failed.Add(s.collect(ctx))
	for _, m := range late {
		failed.Add(s.checkJob(ctx, jobs.CustomerRow{CustomerID: m.CustomerID, ID: m.ID}))
	}
	over, err := mandate.RunOut(ctx, s.store.Queries(), s.today())
	failed.Add(err)
	for _, m := range over {
		_, err := s.apply(ctx, m, provider.Mandate{State: provider.MandateExpired})
		failed.Add(err)
	}
	return failed.Err()
}

// Customers are told endsDays before a mandate's last day that it ends, at endsHour in India. If
// no node ran then, they are told up to endsLate days later.
const (
	endsDays = 30
	endsHour = 10
	endsLate = 7
)

// tellEnds tells customers of mandates that are about to end, once for each.
func (s *Service) tellEnds(ctx context.Context) error {
	last := s.today().AddDays(endsDays)
	return mandate.EachEnding(ctx, s.store, last.AddDays(-endsLate), last, func(m mandate.Mandate) error {
		return s.write(ctx, m.CustomerID, func(ctx context.Context, tx *store.Tx) error {
			event := notify.MandateEnds{Instrument: m.Instrument(), Day: m.ExpiresOn}
			return s.notify.Send(ctx, tx, m.CustomerID, event, fmt.Sprintf("mandate_ends/%d/%s", m.ID, m.ExpiresOn))
		})
	})
}
