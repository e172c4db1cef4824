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
	// always has it told whatever was switched off, and at any hour: what the law wants to
	// be told, and what somebody waits for.
	always bool
	// secret has the text wiped from the database once it is sent.
	secret bool
	// byDocument says that a business customer is not mailed this: the document
	// that it tells of comes by mail itself.
	byDocument bool
}

var (
	everywhere = []Channel{SMS, Email, Push}
	// quiet is for what need not ring at once: who has neither a mail address
	// nor a device is told by SMS all the same.
	quiet = []Channel{Email, Push}
)

// kinds is the table of all events.
var kinds = []kind{
	{example: LoginCode{}, category: CategorySecurity, channels: []Channel{SMS}, secret: true},
	{example: PayeeChanged{}, category: CategorySecurity, channels: everywhere},
	{example: DeletionPlanned{}, category: CategorySecurity, channels: everywhere},
	{example: DeletionWithdrawn{}, category: CategorySecurity, channels: everywhere},
	{example: DeletionStopped{[]Reason{OpenItems, OpenDues, HeldMoney, WalletMoney, OpenMandate, OpenPayments}}, category: CategorySecurity, channels: everywhere},
	{example: DataDownloaded{}, category: CategorySecurity, channels: everywhere},
	{example: PaymentReceived{}, always: true, category: CategoryTransactional, channels: quiet, byDocument: true},
	{example: PaymentUnconfirmed{}, category: CategoryTransactional, channels: everywhere},
	{example: PaymentReturned{}, category: CategoryTransactional, channels: quiet},
	{example: PaymentBack{}, category: CategoryTransactional, channels: quiet},
	{example: PaymentNotBack{}, category: CategoryTransactional, channels: quiet},
	{example: SettlementReady{}, category: CategoryTransactional, channels: everywhere},
	{example: WalletPayoutRequested{}, category: CategorySecurity, channels: everywhere},
	{example: RefundNetted{}, category: CategoryTransactional, channels: everywhere},
	{example: RefundPaid{}, category: CategoryTransactional, channels: everywhere},
	{example: RefundCameBack{}, category: CategoryTransactional, channels: everywhere},
	{example: PayeeRefused{}, category: CategoryTransactional, channels: everywhere},
	{example: InvoiceRaised{}, category: CategoryTransactional, channels: everywhere, byDocument: true},
	{example: DocumentIssued{Kind: TaxInvoice}, category: CategorySecurity, channels: []Channel{Email}},
	{example: RentCovered{}, category: CategoryTransactional, channels: quiet, byDocument: true},
	{example: AdvanceReceived{}, always: true, category: CategoryTransactional, channels: quiet, byDocument: true},
	{example: PaymentReminder{}, category: CategoryTransactional, channels: everywhere},
	{example: PaymentOverdue{}, category: CategoryTransactional, channels: everywhere},
	{example: MandateSetUp{}, category: CategorySecurity, channels: everywhere},
	{example: MandateChosen{}, category: CategorySecurity, channels: everywhere},
	{example: MandateRejected{}, category: CategoryTransactional, channels: quiet},
	{example: MandateStopped{}, category: CategorySecurity, channels: everywhere},
	{example: DebitPlanned{}, always: true, category: CategoryTransactional, channels: everywhere},
	{example: DebitReceived{}, always: true, category: CategoryTransactional, channels: quiet},
	{example: DebitFailed{}, category: CategoryTransactional, channels: everywhere},
	{example: DebitNotMade{}, category: CategoryTransactional, channels: everywhere},
	{example: MandateEnds{}, category: CategoryTransactional, channels: everywhere},
	{example: WalletPaid{}, category: CategoryTransactional, channels: quiet},
	{example: LateFeeRaised{}, category: CategoryTransactional, channels: everywhere},
	{example: DepositApplied{}, category: CategoryTransactional, channels: quiet},
	{example: RequestRaised{Request: RepairRequest}, category: CategoryService, channels: quiet},
	{example: VisitPlanned{Visit{Request: RepairRequest}}, category: CategoryService, channels: everywhere},
	{example: VisitMoved{Visit: Visit{Request: RepairRequest}}, category: CategoryService, channels: everywhere},
	{example: RelocationRedirected{}, category: CategorySecurity, channels: everywhere},
	{example: VisitTomorrow{Visit{Request: RepairRequest}}, category: CategoryService, channels: everywhere},
	{example: RequestDone{Request: RepairRequest}, category: CategoryService, channels: quiet},
	{example: RequestWithdrawn{Request: RepairRequest}, category: CategoryTransactional, channels: everywhere},
	{example: ExtensionAgreed{}, category: CategoryService, channels: quiet},
	{example: ExtensionTakenBack{}, category: CategoryService, channels: quiet},
	{example: TransferOffered{}, category: CategoryService, channels: everywhere},
	{example: TransferAccepted{}, category: CategoryService, channels: quiet},
	{example: TransferConfirmed{}, category: CategoryService, channels: quiet},
	{example: TransferDeclined{}, category: CategoryService, channels: quiet},
	{example: TransferLeft{}, category: CategoryService, channels: quiet},
	{example: TransferWithdrawn{}, category: CategoryService, channels: quiet},
	{example: TransferExpired{}, category: CategoryService, channels: quiet},
	{example: OfferExpired{}, category: CategoryService, channels: quiet},
	{example: RequestGivenUp{RequestWithdrawn{Request: RepairRequest}}, category: CategoryTransactional, channels: everywhere},
	{example: TransferGivenUp{}, category: CategoryService, channels: quiet},
	{example: TransferDuesOpen{}, category: CategoryService, channels: everywhere},
	{example: TransferWaits{}, category: CategoryService, channels: quiet},
	{example: TransferTakenOver{}, category: CategoryService, channels: everywhere},
	{example: ReferralInvited{}, category: CategoryService, channels: []Channel{Email}},
	{example: ReferralJoined{}, category: CategoryService, channels: quiet},
	{example: ReferralRewarded{}, category: CategoryService, channels: quiet},
	{example: CompanyEmailCode{}, category: CategorySecurity, channels: []Channel{Email}, secret: true},
	{example: KYCApproved{}, category: CategoryService, channels: quiet},
	{example: KYCPartialOffered{}, category: CategoryService, channels: quiet},
	{example: KYCInReview{}, category: CategoryService, channels: quiet},
	{example: KYCDeclined{}, category: CategoryService, channels: quiet},
	{example: ChatAnswered{}, category: CategoryService, channels: quiet},
	{example: StaffCode{}, category: CategorySecurity, channels: []Channel{Email}, secret: true},
}

// isAlwaysTold says that nothing keeps an event from being told at once: codes, the security
// of the account, notices of a debit and receipts.
func (k kind) isAlwaysTold() bool { return k.always || k.category == CategorySecurity }

func kindOf(e Event) (kind, bool) {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.example.Name() == e.Name() })
	if i < 0 {
		return kind{}, false
	}
	return kinds[i], true
}
