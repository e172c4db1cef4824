// Package audit knows who acts, and writes what was done into the audit log, in the transaction of
// the effect (docs/accounts.md).
package audit

import (
	"context"
	"net/netip"
	"regexp"
	"strings"
)

// Kind is the kind of an actor.
type Kind string

// The kinds of actors. Unknown means that the context has no actor, which is a bug.
const (
	KindCustomer Kind = "customer"
	KindAgent    Kind = "agent"
	KindStaff    Kind = "staff"
	KindSystem   Kind = "system"
	KindProvider Kind = "provider"
	KindUnknown  Kind = "unknown"
)

// Actor is who does something. Name is the name of the agent, the staff member, the job or the
// provider, and empty for the customer.
type Actor struct {
	Kind Kind
	Name string
}

// Customer is the owner of the account, in a session of their own.
func Customer() Actor { return Actor{Kind: KindCustomer} }

// ByLink is the owner of the account, or anybody who has the message, in a session that the link of
// a message opened.
func ByLink() Actor { return Actor{KindCustomer, "link"} }

// Agent is a support agent who works in a customer's dashboard.
func Agent(name string) Actor { return Actor{KindAgent, name} }

// Staff is a staff member who acts through the company's own systems.
func Staff(name string) Actor { return Actor{KindStaff, name} }

// System is one of our jobs or commands.
func System(job string) Actor { return Actor{KindSystem, job} }

// Provider is an external service whose event is being processed.
func Provider(name string) Actor { return Actor{KindProvider, name} }

// String is the stored form: the kind, and the name after a colon.
func (a Actor) String() string {
	switch {
	case a.Kind == "":
		return string(KindUnknown)
	case a.Name == "":
		return string(a.Kind)
	}
	return string(a.Kind) + ":" + a.Name
}

var validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 ._'@-]{0,59}$`)

// ValidName says whether a text can be the name of an agent or a staff member: a name or an e-mail
// address of at most 60 ASCII characters.
func ValidName(name string) bool { return validName.MatchString(name) }

// ParseActor parses the stored form.
func ParseActor(text string) Actor {
	kind, name, _ := strings.Cut(text, ":")
	return Actor{Kind(kind), name}
}

type (
	actorKey   struct{}
	accountKey struct{}
	requestKey struct{}
)

type request struct{ id, network string }

// WithActor makes the actor the author of everything recorded with ctx.
func WithActor(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// WithSession makes the actor the author of everything recorded with ctx, and stores in whose
// account the actor works.
func WithSession(ctx context.Context, customerID int64, a Actor) context.Context {
	return WithActor(context.WithValue(ctx, accountKey{}, customerID), a)
}

// AgentActsIn reports whether an agent acts in the account of this customer.
func AgentActsIn(ctx context.Context, customerID int64) bool {
	in, _ := ctx.Value(accountKey{}).(int64)
	return in == customerID && ActorOf(ctx).Kind == KindAgent
}

// ActorOf returns the actor of ctx, or one of KindUnknown if there is none.
func ActorOf(ctx context.Context) Actor {
	if a, ok := ctx.Value(actorKey{}).(Actor); ok {
		return a
	}
	return Actor{Kind: KindUnknown}
}

// WithRequest adds the request id, and the network of the caller's address, to everything recorded
// with ctx.
func WithRequest(ctx context.Context, id, address string) context.Context {
	return context.WithValue(ctx, requestKey{}, request{id, Network(address)})
}

// NetworkOf returns the network of the request of ctx, or "" in a job.
func NetworkOf(ctx context.Context) string {
	r, _ := ctx.Value(requestKey{}).(request)
	return r.network
}

// Network reduces an address to the part that is stored: the first 24 bits of IPv4, the first 48 of
// IPv6. It returns "" for an invalid address.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	bits := 48
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		bits = 24
	}
	return netip.PrefixFrom(ip, bits).Masked().String()
}
