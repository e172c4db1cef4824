package console

import (
	"fmt"
	"strings"

	"rento/internal/support"
)

func dues(d support.Dues) string {
	var all []string
	if d.Due > 0 {
		all = append(all, fmt.Sprintf("%s is due now.", d.Due))
	}
	if d.Debit > 0 {
		all = append(all, fmt.Sprintf("Auto debit pays %s on %s.", d.Debit, d.DebitOn.Format(dayLayout)))
	}
	if d.Promised > 0 {
		all = append(all, fmt.Sprintf("%s is promised by %s.", d.Promised, d.PromisedBy.Format(dayLayout)))
	}
	if d.Deposit > 0 {
		all = append(all, fmt.Sprintf("A deposit of %s is due.", d.Deposit))
	}
	if !d.PaidUntil.IsZero() {
		all = append(all, fmt.Sprintf("Rent is paid until %s.", d.PaidUntil.Format(dayLayout)))
	}
	return strings.Join(all, " ")
}

func visit(r support.Request) []string {
	if r.VisitOn.IsZero() {
		return nil
	}
	return []string{"visit on " + r.VisitOn.Format(dayLayout)}
}

const dayLayout = "2 Jan 2006"

// about is how a thread began, in one line: the customer's words, shortened if they are long.
func about(m support.Message) string {
	words := strings.Join(strings.Fields(said(m)), " ")
	if words == "" && m.Image != nil {
		return "A picture"
	}
	if letters := []rune(words); len(letters) > longestAbout {
		return strings.TrimSpace(string(letters[:longestAbout])) + "…"
	}
	return words
}

const longestAbout = 80

// said is the text of a message for staff, in English.
func said(m support.Message) string {
	switch m.Saying {
	case "":
		return m.Text
	case support.AskDues:
		return "What do I have to pay?"
	case support.AskRequests:
		return "How are my requests going?"
	case support.AskPerson:
		return "I would like to talk to a person."
	case support.AskArea:
		return "You do not serve the area to which I am moving."
	case support.TellDues:
		return dues(m.Facts.Dues)
	case support.TellNoDues:
		return strings.TrimSpace("Nothing is due. " + dues(m.Facts.Dues))
	case support.TellRequests:
		var all []string
		for _, r := range m.Facts.Requests {
			all = append(all, fmt.Sprintf("%s %s (%s)", r.Type.Name(), r.Number, strings.Join(append([]string{strings.ReplaceAll(string(r.Status), "_", " ")}, visit(r)...), ", ")))
		}
		return "These requests are live: " + strings.Join(all, ", ")
	case support.TellNoRequests:
		return "No live requests."
	case support.TellHandedOver:
		return "A person of our team reads this and answers here."
	case support.TellWhichArea:
		return "Which area and pincode is it? A person of our team looks at it and answers here."
	case support.TellClosed:
		return "This conversation is closed."
	case support.TellReopened:
		return "This conversation is open again."
	}
	return string(m.Saying)
}
