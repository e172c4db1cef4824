package billing

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Origin divides an amount by the kinds of money in it, in paise: deposit, promotional credit, and
// the customer's own money. A credited amount goes back to the kinds that it came from
// (docs/rules.md R7).
type Origin struct {
	Deposit     money.Paise
	Promotional money.Paise
	Own         money.Paise
}

// origin sorts the money of a receipt by kind.
func (r Receipt) origin() (o Origin) {
	own := r.OwnRefund
	for _, leg := range r.From {
		switch leg.Account {
		case ledger.Deposit:
			o.Deposit = money.Sum(o.Deposit, leg.Amount)
		case ledger.RefundPayable:
			of := min(own, leg.Amount)
			own -= of
			o.Own, o.Deposit = money.Sum(o.Own, of), money.Sum(o.Deposit, leg.Amount-of)
		case ledger.PromotionalCredit:
			o.Promotional = money.Sum(o.Promotional, leg.Amount)
		default:
			o.Own = money.Sum(o.Own, leg.Amount)
		}
	}
	return o
}

// use takes an amount out: promotional credit first, own money last.
func (o *Origin) use(amount money.Paise) Origin {
	t := Origin{Promotional: min(amount, o.Promotional)}
	t.Deposit = min(amount-t.Promotional, o.Deposit)
	t.Own = amount - t.Promotional - t.Deposit
	o.Promotional, o.Deposit, o.Own = o.Promotional-t.Promotional, o.Deposit-t.Deposit, o.Own-t.Own
	return t
}

// giveBack divides an amount that goes back: to the deposit first, then to own money, and to
// promotional credit last.
func (o Origin) giveBack(amount money.Paise) Origin {
	back := Origin{Deposit: min(amount, o.Deposit)}
	back.Promotional = max(0, min(o.Promotional, amount-back.Deposit-o.Own))
	back.Own = amount - back.Deposit - back.Promotional
	return back
}

func (o Origin) negative() Origin { return Origin{-o.Deposit, -o.Promotional, -o.Own} }

func (o Origin) plus(p Origin) Origin {
	return Origin{money.Sum(o.Deposit, p.Deposit), money.Sum(o.Promotional, p.Promotional), money.Sum(o.Own, p.Own)}
}

func (o Origin) amount() money.Paise { return money.Sum(o.Deposit, o.Promotional, o.Own) }

// paidFrom is the kinds of money that paid an invoice or a late fee.
func paidFrom(ctx context.Context, q *db.Queries, customerID int64, of Part) (Origin, error) {
	row, err := q.BillingPaidFrom(ctx, db.BillingPaidFromParams{CustomerID: customerID, InvoiceID: of.InvoiceID, LateFeeID: of.LateFeeID})
	if err != nil {
		return Origin{}, fmt.Errorf("billing: read what paid invoice %d or late fee %d: %w", of.InvoiceID, of.LateFeeID, err)
	}
	deposit, gift := money.Paise(row.DepositPaise), money.Paise(row.PromotionalPaise)
	return Origin{Deposit: deposit, Promotional: gift, Own: money.Paise(row.AmountPaise) - deposit - gift}, nil
}

// JobDepositReturned is the kind of the job that follows a credit note which gave money back to the
// deposit. The job passes on to the customer what the deposit does not need.
const JobDepositReturned = "billing.deposit_returned"

// DepositReturned is the payload of the job JobDepositReturned. Amount is in paise.
type DepositReturned struct {
	CustomerID int64
	NoteID     int64
	Amount     money.Paise
}

// passOn uses the money that a credit note gave back to pay what is due. The part that went to the
// deposit goes on to a settlement, by a job.
func (s *Service) passOn(ctx context.Context, tx *store.Tx, note Invoice, back Origin) error {
	balances, err := ledger.BalancesOf(ctx, tx.Queries, note.CustomerID)
	if err != nil {
		return fmt.Errorf("billing: read wallet: %w", err)
	}
	if amount := min(money.Sum(back.Own, back.Promotional), balances.Dues(), balances.WalletCredit()); amount > 0 {
		err := s.payFromWallet(ctx, tx, note.CustomerID, amount, Receipt{
			SourceType: SourceCreditNote, SourceID: strconv.FormatInt(note.ID, 10), Document: note.Number, Description: "Paid from credit note " + note.Number,
		})
		if err != nil {
			return err
		}
	}
	if back.Deposit == 0 || s.jobs == nil {
		return nil
	}
	job := jobs.Job{Kind: JobDepositReturned, Payload: DepositReturned{note.CustomerID, note.ID, back.Deposit}, RunAt: s.now().Time()}
	if err := s.jobs.Enqueue(ctx, tx, job); err != nil {
		return fmt.Errorf("billing: pass the deposit on: %w", err)
	}
	return nil
}
