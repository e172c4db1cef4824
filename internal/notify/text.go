package notify

import (
	"fmt"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
)

// Text is what a message says. Text messages have no subject. Variables are
// what the registered template of the same name is filled with.
type Text struct {
	Template  string
	Subject   string
	Body      string
	Variables map[string]string
}

// LoginCode is a sign-in code for a site. Its last line lets the phone fill in
// the code on that site only.
func LoginCode(brand, code, host string) Text {
	return Text{
		Template: "login_code",
		Body: fmt.Sprintf("%s is your code to sign in to %s. It is valid for 5 minutes. Never share it, we never ask for it.\n\n@%s #%s",
			code, brand, host, code),
		Variables: map[string]string{"code": code, "brand": brand, "host": host},
	}
}

// PaymentReceived is the receipt of a payment. The amount is in paise.
func PaymentReceived(name string, amount money.Paise, reference string, at calendar.Instant) Text {
	sum, when := amount.String(), at.Time().Format("2 January 2006, 15:04")
	return Text{
		Template: "payment_received", Subject: "We received your payment of " + sum,
		Body: fmt.Sprintf("Hello %s,\n\nwe received your payment of %s on %s. Thank you. "+
			"Its reference is %s.", firstName(name), sum, when, reference),
		Variables: map[string]string{"name": firstName(name), "amount": sum, "when": when, "reference": reference},
	}
}

// PaymentReturned tells that a second payment for the same goes back. The
// amount is in paise.
func PaymentReturned(name string, amount money.Paise, reference string) Text {
	sum := amount.String()
	return Text{
		Template: "payment_returned", Subject: "Your second payment of " + sum + " goes back to you",
		Body: fmt.Sprintf("Hello %s,\n\na second payment of %s reached us for what was already paid. We send it back to where it came from; "+
			"banks take 5 to 7 working days. Its reference is %s. You need not do anything.", firstName(name), sum, reference),
		Variables: map[string]string{"name": firstName(name), "amount": sum, "reference": reference},
	}
}

// PayeeChanged tells that refunds go somewhere else from now on, and from when.
func PayeeChanged(name, payee string, from calendar.Instant) Text {
	when := from.Time().Format("2 January 2006, 15:04")
	return Text{
		Template: "payee_changed", Subject: "Your refund details were changed",
		Body: fmt.Sprintf("Hello %s,\n\nrefunds to you go to %s from now on, not before %s. "+
			"If it was not you who changed this, please call us before then.", firstName(name), payee, when),
		Variables: map[string]string{"name": firstName(name), "payee": payee, "when": when},
	}
}

// SettlementReady tells that what is left of the deposit is ready to be paid.
// The amount is in paise; chosen says that the customer told us where to.
func SettlementReady(name string, amount money.Paise, chosen bool) Text {
	sum, then := amount.String(), "We pay it the way you chose, within 7 working days."
	if !chosen {
		then = "Please open your dashboard and choose how you wish to be refunded."
	}
	return Text{
		Template: "settlement_ready", Subject: "Your settlement is ready: " + sum + " to be refunded",
		Body:      fmt.Sprintf("Hello %s,\n\nwe have looked at what you gave back. %s of your deposit is yours again. %s", firstName(name), sum, then),
		Variables: map[string]string{"name": firstName(name), "amount": sum, "then": then},
	}
}

// RefundPaid tells that a refund was paid. The amount is in paise; reference is
// the bank's, empty for the wallet.
func RefundPaid(name string, amount money.Paise, payee, reference string) Text {
	sum, how := amount.String(), ""
	if reference != "" {
		how = " Your bank shows it with the reference " + reference + "."
	}
	return Text{
		Template: "refund_paid", Subject: "Your refund of " + sum + " is paid",
		Body:      fmt.Sprintf("Hello %s,\n\nwe paid your refund of %s to %s.%s", firstName(name), sum, payee, how),
		Variables: map[string]string{"name": firstName(name), "amount": sum, "payee": payee, "reference": reference},
	}
}

// RefundCameBack tells that the bank sent a refund back. The amount is in paise.
func RefundCameBack(name string, amount money.Paise) Text {
	sum := amount.String()
	return Text{
		Template: "refund_came_back", Subject: "Your refund of " + sum + " could not be paid",
		Body: fmt.Sprintf("Hello %s,\n\nyour bank did not take the refund of %s. It is still yours. "+
			"Please check your refund details in the dashboard; somebody of us looks at it as well.", firstName(name), sum),
		Variables: map[string]string{"name": firstName(name), "amount": sum},
	}
}

// PayeeRefused tells that refunds cannot go to the details that were given.
func PayeeRefused(name, payee string) Text {
	return Text{
		Template: "payee_refused", Subject: "Please check your refund details",
		Body: fmt.Sprintf("Hello %s,\n\nyour bank did not confirm %s as yours, so we do not pay your refund to it. "+
			"Please enter the details again in your dashboard.", firstName(name), payee),
		Variables: map[string]string{"name": firstName(name), "payee": payee},
	}
}

// DeletionPlanned tells that the account will be deleted, and how to keep it.
func DeletionPlanned(name, brand string, on calendar.Date) Text {
	day := on.Format("2 January 2006")
	return Text{
		Template: "deletion_planned", Subject: "Your " + brand + " account will be deleted",
		Body: fmt.Sprintf("Hello %s,\n\nas you asked, we will delete your account on %s. "+
			"If you change your mind, or if it was not you, sign in before that day and the account stays as it is.\n\n"+
			"We keep invoices and payments for as long as the law demands it.", firstName(name), day),
		Variables: map[string]string{"name": firstName(name), "brand": brand, "day": day},
	}
}

// DeletionStopped tells why the account was not deleted after all.
func DeletionStopped(name, brand string, reasons []string) Text {
	list := strings.Join(reasons, ", ")
	return Text{
		Template: "deletion_stopped", Subject: "Your " + brand + " account was not deleted",
		Body: fmt.Sprintf("Hello %s,\n\nwe could not delete your account yet, because of: %s. "+
			"Please ask again once that is settled.", firstName(name), list),
		Variables: map[string]string{"name": firstName(name), "brand": brand, "reasons": list},
	}
}

func firstName(full string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(full), " ")
	if first == "" {
		return "there"
	}
	return first
}

// TransferOffered tells that somebody wants to hand rented items over.
func TransferOffered(name, giver, ticket string) Text {
	return Text{
		Template: "transfer_offered", Subject: giver + " wants to hand rented items over to you",
		Body: fmt.Sprintf("Hello %s,\n\n%s has asked us to transfer rented items to you (request %s). "+
			"Sign in to see the items, their rent and deposit, and to accept or decline. "+
			"If you do nothing, nothing changes.", firstName(name), giver, ticket),
		Variables: map[string]string{"name": firstName(name), "giver": giver, "ticket": ticket},
	}
}
