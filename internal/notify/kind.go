package notify

import "slices"

// Channel is a way to reach somebody.
type Channel string

// The channels.
const (
	SMS   Channel = "sms"
	Email Channel = "email"
	Push  Channel = "push"
)

// Category is what a customer can switch channels off for.
type Category string

// The categories. Security messages cannot be switched off.
const (
	CategorySecurity      Category = "security"
	CategoryTransactional Category = "transactional"
	CategoryService       Category = "service"
)

// kind is what holds for all events of one name.
type kind struct {
	// example is an event of the kind: its texts are tried with it at start.
	example  Event
	category Category
	channels []Channel
	// secret has the text wiped from the database once it is sent.
	secret bool
}

var everywhere = []Channel{SMS, Email, Push}

// kinds is the table of all events.
var kinds = []kind{
	{example: LoginCode{}, category: CategorySecurity, channels: []Channel{SMS}, secret: true},
	{example: PayeeChanged{}, category: CategorySecurity, channels: everywhere},
	{example: DeletionPlanned{}, category: CategorySecurity, channels: everywhere},
	{example: DeletionStopped{[]Reason{OpenItems, OpenDues, HeldMoney, WalletMoney, OpenMandate, OpenPayments}}, category: CategorySecurity, channels: everywhere},
	{example: PaymentReceived{}, category: CategoryTransactional, channels: []Channel{Email, Push}},
	{example: PaymentReturned{}, category: CategoryTransactional, channels: []Channel{Email, Push}},
	{example: SettlementReady{}, category: CategoryTransactional, channels: everywhere},
	{example: WalletPayoutRequested{}, category: CategorySecurity, channels: everywhere},
	{example: RefundNetted{}, category: CategoryTransactional, channels: everywhere},
	{example: RefundPaid{}, category: CategoryTransactional, channels: everywhere},
	{example: RefundCameBack{}, category: CategoryTransactional, channels: everywhere},
	{example: PayeeRefused{}, category: CategoryTransactional, channels: everywhere},
	{example: TransferOffered{}, category: CategoryService, channels: []Channel{Email, Push}},
}

func kindOf(e Event) (kind, bool) {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.example.Name() == e.Name() })
	if i < 0 {
		return kind{}, false
	}
	return kinds[i], true
}
