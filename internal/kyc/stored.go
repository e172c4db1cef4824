package kyc

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/bound"
	"rento/internal/encryption"
	"rento/internal/store"
	"rento/internal/store/db"
)

// The places of a case's encrypted values, which are bound to the encryption.
func placeOfKey(customerID int64) string { return fmt.Sprintf("kyc_cases.data_key/%d", customerID) }

func placeOfStep(customerID int64, step Step) string {
	return fmt.Sprintf("kyc_steps.details/%d/%s", customerID, step)
}

func placeOfName(customerID int64) string { return fmt.Sprintf("kyc_cases.former_name/%d", customerID) }

func placeOfFile(customerID, id int64) string {
	return fmt.Sprintf("kyc_documents/%d/%d", customerID, id)
}

// load reads a case. A customer without a row has not started one, or was verified before there
// were cases.
func (s *Service) load(ctx context.Context, q *db.Queries, customer account.Customer) (Case, error) {
	c := Case{CustomerID: customer.ID, State: NotStarted, Profession: NoProfession, Steps: map[Step]StepRecord{}}
	if !customer.KYCPending {
		c.State = Approved
	}
	row, err := q.KycCase(ctx, customer.ID)
	if store.IsNone(err) {
		return c, nil
	}
	if err != nil {
		return c, fmt.Errorf("kyc: case: %w", err)
	}
	c.exists, c.erased = true, row.DataKey == ""
	c.State, c.Profession, c.createdAt = CaseState(row.State), ProfessionType(row.ProfessionType), row.CreatedAt
	c.Evaluation = Evaluation{Decision: Decision(row.Decision), Score: int(row.Score), Reasons: reasonsOf(row.Reasons)}
	c.EvaluatedAt, c.RenamedAt = row.EvaluatedAt, row.RenamedAt
	if !c.erased {
		if c.key, err = s.keyring.Unwrap(placeOfKey(customer.ID), row.DataKey); err != nil {
			return c, fmt.Errorf("kyc: key of customer %d: %w", customer.ID, err)
		}
		if c.formerName, err = openText(c.key, placeOfName(customer.ID), row.FormerName); err != nil {
			return c, fmt.Errorf("kyc: former name: %w", err)
		}
	}
	steps, err := q.KycSteps(ctx, customer.ID)
	if err != nil {
		return c, fmt.Errorf("kyc: steps: %w", err)
	}
	for _, r := range steps {
		step := StepRecord{State: StepState(r.State), Attempt: r.Attempt, Refusals: r.Refusals, Reason: Reason(r.Reason), numberHash: r.NumberHash}
		if err := openJSON(c.key, placeOfStep(customer.ID, Step(r.Step)), r.Details, &step.Details); err != nil {
			return c, fmt.Errorf("kyc: details of step %s: %w", r.Step, err)
		}
		c.Steps[Step(r.Step)] = step
	}
	return c, nil
}

func sealText(key encryption.DataKey, place, text string) string {
	if text == "" {
		return ""
	}
	return base64.RawStdEncoding.EncodeToString(key.Seal(place, []byte(text)))
}

func openText(key encryption.DataKey, place, stored string) (string, error) {
	if stored == "" {
		return "", nil
	}
	sealed, err := base64.RawStdEncoding.DecodeString(stored)
	if err != nil {
		return "", encryption.ErrNotReadable
	}
	text, err := key.Open(place, sealed)
	return string(text), err
}

func openJSON(key encryption.DataKey, place, stored string, into any) error {
	text, err := openText(key, place, stored)
	if err != nil || text == "" {
		return err
	}
	return json.Unmarshal([]byte(text), into)
}

func (c *change) logged(subject, from, to, cause string) error {
	if err := c.save(); err != nil { // writes the row that the transition refers to
		return err
	}
	err := c.tx.KycTransitionAdd(c.ctx, db.KycTransitionAddParams{
		CustomerID: c.CustomerID, ID: c.s.ids.Next(), Subject: subject, FromState: from, ToState: to,
		Actor: audit.ActorOf(c.ctx).String(), Cause: bound.Text(cause, longestCause), CreatedAt: c.s.now(),
	})
	if err != nil {
		return fmt.Errorf("kyc: keep a transition: %w", err)
	}
	return nil
}

const longestCause = 400

// save stores the changes.
func (c *change) save() error {
	for _, r := range c.Steps {
		c.touched = c.touched || r.changed // documents are kept for a year from the last change
	}
	if c.touched {
		words := make([]string, len(c.Reasons))
		for i, r := range c.Reasons {
			words[i] = string(r)
		}
		state := c.State
		if state == NotStarted { // the case has a row, so it has started
			state = InProgress
		}
		err := c.tx.KycCasePut(c.ctx, db.KycCasePutParams{
			CustomerID: c.CustomerID, State: string(state), ProfessionType: int64(c.Profession), Decision: string(c.Decision), Score: int64(c.Score),
			Reasons: strings.Join(words, " "), EvaluatedAt: c.EvaluatedAt, RenamedAt: c.RenamedAt,
			FormerName: sealText(c.key, placeOfName(c.CustomerID), c.formerName), DataKey: c.s.keyring.Wrap(placeOfKey(c.CustomerID), c.key), CreatedAt: c.createdAt,
			UpdatedAt: c.s.now(),
		})
		if err != nil {
			return fmt.Errorf("kyc: keep the case: %w", err)
		}
		c.touched = false
		if err := account.SetKYCPending(c.ctx, c.tx, c.CustomerID, !c.State.Verified()); err != nil {
			return err
		}
	}
	for name, r := range c.Steps {
		if !r.changed {
			continue
		}
		details, err := json.Marshal(r.Details)
		if err != nil {
			return fmt.Errorf("kyc: details: %w", err)
		}
		err = c.tx.KycStepPut(c.ctx, db.KycStepPutParams{
			CustomerID: c.CustomerID, Step: string(name), State: string(r.State), Attempt: r.Attempt, Refusals: r.Refusals, Reason: string(r.Reason),
			NumberHash: r.numberHash, Details: sealText(c.key, placeOfStep(c.CustomerID, name), string(details)), UpdatedAt: c.s.now(),
		})
		if err != nil {
			return fmt.Errorf("kyc: keep step %s: %w", name, err)
		}
		r.changed = false
		c.Steps[name] = r
	}
	return nil
}
