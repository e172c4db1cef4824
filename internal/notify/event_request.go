package notify

import "rento/internal/calendar"

// Request is a kind of service request. Each language has words for it.
type Request string

// The kinds of service requests.
const (
	RepairRequest     Request = "repair"
	RelocationRequest Request = "relocation"
	ClosureRequest    Request = "closure"
	TransferRequest   Request = "transfer"
)

// Requests are all kinds of service requests.
var Requests = []Request{RepairRequest, RelocationRequest, ClosureRequest, TransferRequest}

// Visit is what customers are told about a visit by our staff. Delivery says that the visit
// delivers what was picked up on an earlier day.
type Visit struct {
	Request  Request
	Ticket   string // number
	On       calendar.Date
	Hours    string // "09:00 to 12:00", empty for the whole day
	Delivery bool
}

func (v Visit) values() map[string]any {
	return map[string]any{
		"request": v.Request, "ticket": v.Ticket, "day": v.On, "hours": v.Hours, "delivery": v.Delivery,
	}
}

// RequestRaised is a service request that reached us. On is the day that the
// customer wished, Delivery the one on which we bring what we pick up then; no
// date for none.
type RequestRaised struct {
	Request      Request
	Ticket       string // number
	On, Delivery calendar.Date
}

// Name implements Event.
func (RequestRaised) Name() string { return "request_raised" }

// Values implements Event.
func (e RequestRaised) Values() map[string]any {
	return map[string]any{
		"request": e.Request, "ticket": e.Ticket, "day": e.On, "wished": !e.On.IsZero(),
		"delivery": e.Delivery, "brings": !e.Delivery.IsZero(),
	}
}

// VisitPlanned is a visit whose day is set.
type VisitPlanned struct{ Visit }

// Name implements Event.
func (VisitPlanned) Name() string { return "visit_planned" }

// Values implements Event.
func (e VisitPlanned) Values() map[string]any { return e.values() }

// VisitMoved is a visit that was put off, or brought forward. DeliveryOn is the
// day of the second visit of a relocation, no date for none.
type VisitMoved struct {
	Visit
	DeliveryOn calendar.Date
}

// Name implements Event.
func (VisitMoved) Name() string { return "visit_moved" }

// Values implements Event.
func (e VisitMoved) Values() map[string]any {
	v := e.values()
	v["delivered"], v["deliveryDay"] = !e.DeliveryOn.IsZero(), e.DeliveryOn
	return v
}

// RelocationRedirected is a relocation that goes to another address than before. It
// is told like other changes by which somebody else could get at what is a customer's.
type RelocationRedirected struct {
	Ticket  string // number
	Address string // in one line
}

// Name implements Event.
func (RelocationRedirected) Name() string { return "relocation_redirected" }

// Values implements Event.
func (e RelocationRedirected) Values() map[string]any {
	return map[string]any{"ticket": e.Ticket, "address": e.Address}
}

// VisitTomorrow reminds of a visit on the evening before it.
type VisitTomorrow struct{ Visit }

// Name implements Event.
func (VisitTomorrow) Name() string { return "visit_tomorrow" }

// Values implements Event.
func (e VisitTomorrow) Values() map[string]any { return e.values() }

func (e VisitTomorrow) expiresAt() calendar.Instant { return calendar.Stamp(e.On.Start()) }

// RequestDone is a service request that is carried out. Deposit says that the
// items went to another customer, so that their deposit is settled next.
type RequestDone struct {
	Request Request
	Ticket  string // number
	Deposit bool
}

// Name implements Event.
func (RequestDone) Name() string { return "request_done" }

// Values implements Event.
func (e RequestDone) Values() map[string]any {
	return map[string]any{"request": e.Request, "ticket": e.Ticket, "deposit": e.Deposit}
}
