// Package audit knows who acts, and writes what was done into the audit log, in
// the transaction of the effect (docs/accounts.md).
package audit

import (
	"context"
	"net/netip"
	"regexp"
	"strings"
)

// Kind is what sort of actor somebody is.
type Kind string

// The kinds of actors. Unknown stands where the context names none, which is a
// mistake of the program.
const (
	KindCustomer Kind = "customer"
	KindAgent    Kind = "agent"
	KindStaff    Kind = "staff"
	KindSystem   Kind = "system"
	KindProvider Kind = "provider"
	KindUnknown  Kind = "unknown"
)

// Actor is who does something. Name is empty for the customer, and otherwise
// the agent's, the person's, the job's or the provider's.
type Actor struct {
	Kind Kind
	Name string
}

// Customer is the owner of the account, in a session of their own.
func Customer() Actor { return Actor{Kind: KindCustomer} }

// ByLink is the owner of the account in a session that the link of a message has
// opened, or whoever has that message.
func ByLink() Actor { return Actor{KindCustomer, "link"} }

// Agent is somebody of support who works in a customer's dashboard.
func Agent(name string) Actor { return Actor{KindAgent, name} }

// Staff is a person behind a call of the company's own systems.
func Staff(name string) Actor { return Actor{KindStaff, name} }

// System is a job of ours.
func System(job string) Actor { return Actor{KindSystem, job} }

// Provider is an outside service whose event is worked in.
func Provider(name string) Actor { return Actor{KindProvider, name} }

// String is the stored form: the kind, and after a colon the name.
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

// ValidName says whether a text can name an agent or a person: a name or an
// e-mail address in ASCII letters, at most 60 of them.
func ValidName(name string) bool { return validName.MatchString(name) }

// ParseActor reads the stored form.
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

// WithActor has everything that is recorded with ctx name the actor.
func WithActor(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// WithSession has everything that is recorded with ctx name who acts in the
// account of a customer.
func WithSession(ctx context.Context, customerID int64, a Actor) context.Context {
	return WithActor(context.WithValue(ctx, accountKey{}, customerID), a)
}

// AgentActsIn reports whether an agent acts in the account of a customer.
func AgentActsIn(ctx context.Context, customerID int64) bool {
	in, _ := ctx.Value(accountKey{}).(int64)
	return in == customerID && ActorOf(ctx).Kind == KindAgent
}

// ActorOf returns who acts in ctx, of KindUnknown when nobody was named.
func ActorOf(ctx context.Context) Actor {
	if a, ok := ctx.Value(actorKey{}).(Actor); ok {
		return a
	}
	return Actor{Kind: KindUnknown}
}

// WithRequest has everything that is recorded with ctx name the request and the
// network of the address from which it came.
func WithRequest(ctx context.Context, id, address string) context.Context {
	return context.WithValue(ctx, requestKey{}, request{id, Network(address)})
}

// NetworkOf returns the network of the request to which ctx belongs, empty in a
// job.
func NetworkOf(ctx context.Context) string {
	r, _ := ctx.Value(requestKey{}).(request)
	return r.network
}

// Network cuts an address to what is kept of it: the first 24 bits of IPv4, the
// first 48 of IPv6. It is empty for what is no address.
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
