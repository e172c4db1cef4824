package api

import (
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/alert"
	"rento/internal/autodebit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/dashboard"
	"rento/internal/document"
	"rento/internal/encryption"
	"rento/internal/errorreport"
	"rento/internal/event"
	"rento/internal/feedback"
	"rento/internal/inbox"
	"rento/internal/kyc"
	"rento/internal/limit"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/payment/paypage"
	"rento/internal/reconcile"
	"rento/internal/referral"
	"rento/internal/settlement"
	"rento/internal/site"
	"rento/internal/staff"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/support"
	"rento/internal/support/chatpage"
	"rento/internal/support/console"
	"rento/internal/ticket"
	"rento/internal/upload"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Deps are the services that the calls use.
type Deps struct {
	Timeouts      Timeouts
	Logger        *slog.Logger
	Accounts      *account.Service
	Notices       *notify.Service
	Limits        *limit.Limiter
	Dashboard     *dashboard.Service
	Feedback      *feedback.Service
	Referrals     *referral.Service
	Billing       *billing.Service
	Payments      *payment.Service
	AutoDebit     *autodebit.Service
	Inbox         *inbox.Inbox
	Subscriptions *subscription.Service
	Tickets       *ticket.Service
	Uploads       *upload.Service
	Settlements   *settlement.Service
	KYC           *kyc.Service
	Support       *support.Service
	Staff         *staff.Service
	Alerts        *alert.Service
	Reconcile     *reconcile.Service
	Addresses     *address.Service
	ErrorReports  *errorreport.Service
	Store         *store.Store
	Keyring       *encryption.Keyring
	Events        *event.Hub
	Clock         calendar.Clock
	// OperationsToken is the token for the calls of the company's own systems. If it is empty,
	// these calls are closed.
	OperationsToken string
	// LegalName is the company's name in agreements. PayOrigin is the origin of the payment page if it
	// has its own.
	LegalName, PayOrigin string
	// PublicURL is the address of the app, used in links.
	PublicURL string
	Pages     Pages
	// Documents prints invoices and other documents.
	Documents *document.Printer
}

// Pages are the handlers that are served beside the calls.
type Pages struct {
	App                    http.Handler // the dashboard
	Site                   *site.Site
	Pay                    *paypage.Pages
	Map                    http.Handler
	Console                *console.Console
	Chat                   chatpage.Config
	Alive, Ready, Measures http.Handler // for monitoring
}

type routes struct {
	api    huma.API
	deps   Deps
	logger *slog.Logger
	mux    *http.ServeMux
	table  []Route
	names  *productNames
}

// Contract is the registered API.
type Contract struct {
	api   huma.API
	table []Route
}

// Table lists every call.
func (c *Contract) Table() []Route { return c.table }

// Sections returns the spellings of the second segment of the paths, by its lower case form.
func (c *Contract) Sections() map[string][]string {
	sections := map[string][]string{}
	for _, route := range c.table {
		parts := strings.SplitN(route.Path, "/", 4)
		if len(parts) < 4 || parts[1] != "api" {
			continue
		}
		key := strings.ToLower(parts[2])
		if !slices.Contains(sections[key], parts[2]) {
			sections[key] = append(sections[key], parts[2])
		}
	}
	return sections
}

// YAML is the OpenAPI 3.1 document.
func (c *Contract) YAML() ([]byte, error) { return withoutTolerance(c.api.OpenAPI().YAML()) }

// withoutTolerance removes additionalProperties from the document. We tolerate unknown fields of
// old clients, but this is not part of the contract.
func withoutTolerance(text []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	return tolerance.ReplaceAll(text, nil), nil
}

// tolerance matches the setting in YAML and in JSON, where the type follows it.
var tolerance = regexp.MustCompile(`(?m)^ *additionalProperties: true\n|"additionalProperties":true,`)

// Register adds every row of the table to mux.
func Register(mux *http.ServeMux, deps Deps) *Contract {
	r := newRoutes(mux, deps)
	for _, s := range table(r.deps, r.names, documentsOf(r.api.OpenAPI())) {
		for _, w := range s.rows {
			r.add(s.name, w)
		}
	}
	r.exemplify()
	return &Contract{api: r.api, table: r.table}
}

func newRoutes(mux *http.ServeMux, deps Deps) *routes {
	deps.Timeouts = deps.Timeouts.filled()
	return &routes{api: newAPI(mux), deps: deps, logger: deps.Logger, mux: mux, names: &productNames{store: deps.Store, clock: deps.Clock}}
}

// version is the version of the contract. It changes with the calls and not with a build.
const version = "1.0"

func newAPI(mux *http.ServeMux) huma.API {
	huma.NewError = fromFramework // a package variable of huma: one API per process
	huma.DefaultArrayNullable = false
	config := huma.DefaultConfig("Rento", version)
	config.Info.Description = "The calls of the rental dashboard. Amounts are rupees with at most two decimals unless a field says paise. Characters that nobody sees are taken out of the texts of a body before it is checked, but for the joiners of scripts; a text has one line unless its format is lines."
	config.Info.License = &huma.License{Name: "MIT", Identifier: "MIT"}
	config.Servers = []*huma.Server{{URL: "/", Description: "the server that this document comes from"}}
	config.CreateHooks = nil // they would add $schema to every body
	config.OpenAPIPath = ""  // the document is a row of the table
	config.DocsPath = ""
	config.SchemasPath = ""
	config.AllowAdditionalPropertiesByDefault = true // old clients send fields that we do not read
	config.Formats = map[string]huma.Format{"application/json": {Marshal: encode, Unmarshal: unmarshal}, "json": {Marshal: encode, Unmarshal: unmarshal}}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"operations": {Type: "apiKey", In: "header", Name: operationsHeader, Description: "the token of the company's own systems"},
		"session":    {Type: "apiKey", In: "header", Name: "Authorization", Description: "the session token, bare"},
	}
	aliases(config.Components.Schemas)
	return humago.New(mux, config)
}

func schemaOf[T any](r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, "")
}
