package notify

import "slices"

// Channel is a way to reach a customer.
type Channel string

// The channels.
const (
	SMS   Channel = "sms"
	Email Channel = "email"
	Push  Channel = "push"
)

// Category is a group of messages for which a customer can switch off channels.
type Category string

// The categories. Security messages cannot be switched off.
const (
	CategorySecurity      Category = "security"
	CategoryTransactional Category = "transactional"
	CategoryService       Category = "service"
)

// kind holds the settings of all events of one name.
type kind struct {
	// example is a sample event, with which the texts are rendered at start to check them.
	example  Event
	category Category
	channels []Channel
	// always says that the event is sent even if the customer switched it off, because the law
	// requires the message.
	always bool
	// atOnce says that the event is told at any hour: a code, the security of the account, or the
	// receipt of what somebody has just done. Every other message waits for the day.
	atOnce bool
	// byMorning says that the event waits for the next morning, so that all that happens until then is
	// one message.
	byMorning bool
	// secret says that the text is deleted from the database once it is sent.
	secret bool
	// byDocument says that a business customer gets no mail about this event, because the document
	// itself comes by mail.
	byDocument bool
}

var (
	everywhere = []Channel{SMS, Email, Push}
	// quiet is for messages that need not ring. A customer with neither a mail address nor a device
	// still gets them by SMS.
	quiet = []Channel{Email, Push}
)

// kinds is the table of all events.
var kinds = []kind{
	{example: LoginCode{}, atOnce: true, category: CategorySecurity, channels: []Channel{SMS}, secret: true},
	{example: PayeeChanged{}, atOnce: true, category: CategorySecurity, channels: everywhere},
	{example: DeletionPlanned{}, atOnce: true, category: CategorySecurity, channels: everywhere},
	{example: DeletionWithdrawn{}, atOnce: true, category: CategorySecurity, channels: everywhere},
	{example: DeletionStopped{[]Reason{OpenItems, OpenDues, HeldDeposit, HeldAdvance, OpenInspection, OpenRefund, WalletMoney, OpenMandate, OpenPayments}}, category: CategorySecurity, channels: everywhere},
	{example: DataDownloaded{}, atOnce: true, category: CategorySecurity, channels: everywhere},
	{example: PaymentReceived{}, atOnce: true, always: true, category: CategoryTransactional, channels: quiet, byDocument: true},
	{example: PaymentUnconfirmed{}, category: CategoryTransactional, channels: everywhere},
	{example: PaymentRefused{}, category: CategoryTransactional, channels: everywhere},
	{example: PaymentReturned{}, category: CategoryTransactional, channels: quiet},
	{example: PaymentBack{}, category: CategoryTransactional, channels: quiet},
	{example: PaymentNotBack{}, category: CategoryTransactional, channels: quiet},
	{example: BankTransferLeft{}, category: CategoryTransactional, channels: quiet},
	{example: BankTransferReturned{}, category: CategoryTransactional, channels: quiet},
	{example: BankTransferTakenBack{}, category: CategoryTransactional, channels: everywhere},
	{example: TaxRecorded{}, category: CategoryTransactional, channels: quiet},
	{example: SettlementReady{}, category: CategoryTransactional, channels: everywhere},
	{example: WalletPayoutRequested{}, atOnce: true, category: CategorySecurity, channels: everywhere},
	{example: RefundNetted{}, category: CategoryTransactional, channels: everywhere},
	{example: RefundPaid{}, category: CategoryTransactional, channels: everywhere},
	{example: RefundCameBack{}, category: CategoryTransactional, channels: everywhere},
	{example: PayeeRefused{}, category: CategoryTransactional, channels: everywhere},
	{example: InvoiceRaised{}, category: CategoryTransactional, channels: everywhere, byDocument: true},
	{example: DocumentIssued{Kind: TaxInvoice}, category: CategorySecurity, channels: []Channel{Email}},
	{example: DocumentsIssued{Documents: []DocumentIssued{{Kind: TaxInvoice}}}, category: CategorySecurity, channels: []Channel{Email}},
	{example: RentCovered{}, category: CategoryTransactional, channels: quiet, byDocument: true},
	{example: AdvanceReceived{}, atOnce: true, always: true, category: CategoryTransactional, channels: quiet, byDocument: true},
	{example: AdvanceReturned{}, byMorning: true, category: CategoryTransactional, channels: quiet},
	{example: PaymentReminder{}, category: CategoryTransactional, channels: everywhere},
	{example: PaymentOverdue{}, category: CategoryTransactional, channels: everywhere},
	{example: PaymentPromised{}, category: CategoryTransactional, channels: everywhere},
	{example: PromiseBroken{}, category: CategoryTransactional, channels: everywhere},
	{example: PromiseWithdrawn{}, category: CategoryTransactional, channels: everywhere},
	{example: MandateSetUp{}, atOnce: true, category: CategorySecurity, channels: everywhere},
	{example: MandateChosen{}, atOnce: true, category: CategorySecurity, channels: everywhere},
	{example: MandateRejected{}, category: CategoryTransactional, channels: quiet},
	{example: MandateStopped{}, atOnce: true, category: CategorySecurity, channels: everywhere},
	{example: DebitPlanned{}, always: true, category: CategoryTransactional, channels: everywhere},
	{example: DebitWithdrawn{}, always: true, category: CategoryTransactional, channels: everywhere},
	{example: DebitReceived{}, always: true, category: CategoryTransactional, channels: quiet},
	{example: DebitFailed{}, category: CategoryTransactional, channels: everywhere},
	{example: DebitNotMade{}, atOnce: true, category: CategoryTransactional, channels: everywhere},
	{example: MandateEnds{}, category: CategoryTransactional, channels: everywhere},
	{example: WalletPaid{}, category: CategoryTransactional, channels: quiet},
	{example: LateFeeRaised{}, category: CategoryTransactional, channels: everywhere},
	{example: DepositDue{}, category: CategoryTransactional, channels: everywhere},
	{example: DepositApplied{}, category: CategoryTransactional, channels: quiet},
	{example: RequestRaised{Request: RepairRequest}, atOnce: true, category: CategoryService, channels: quiet},
	{example: VisitPlanned{Visit{Request: RepairRequest}}, category: CategoryService, channels: everywhere},
	{example: VisitMoved{Visit: Visit{Request: RepairRequest}}, atOnce: true, category: CategoryService, channels: everywhere},
	{example: RelocationRedirected{}, atOnce: true, category: CategorySecurity, channels: everywhere},
	{example: VisitTomorrow{Visit{Request: RepairRequest}}, category: CategoryService, channels: everywhere},
	{example: RequestDone{Request: RepairRequest}, category: CategoryService, channels: quiet},
	{example: RequestWithdrawn{Request: RepairRequest}, atOnce: true, category: CategoryTransactional, channels: everywhere},
	{example: TenureEnds{}, category: CategoryTransactional, channels: everywhere},
	{example: ExtensionAgreed{}, atOnce: true, category: CategoryService, channels: quiet},
	{example: ExtensionTakenBack{}, atOnce: true, category: CategoryService, channels: quiet},
	{example: TransferOffered{}, category: CategoryService, channels: everywhere},
	{example: TransferAccepted{}, category: CategoryService, channels: quiet},
	{example: TransferConfirmed{}, atOnce: true, category: CategoryService, channels: quiet},
	{example: TransferDeclined{}, category: CategoryService, channels: quiet},
	{example: TransferLeft{}, atOnce: true, category: CategoryService, channels: quiet},
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
	{example: CompanyEmailCode{}, atOnce: true, category: CategorySecurity, channels: []Channel{Email}, secret: true},
	{example: KYCApproved{}, category: CategoryService, channels: quiet},
	{example: KYCPartialOffered{}, category: CategoryService, channels: quiet},
	{example: KYCInReview{}, category: CategoryService, channels: quiet},
	{example: KYCDeclined{}, category: CategoryService, channels: quiet},
	{example: ChatAnswered{}, atOnce: true, category: CategoryService, channels: quiet},
	{example: StaffCode{}, atOnce: true, category: CategorySecurity, channels: []Channel{Email}, secret: true},
}

// isAlwaysTold says that the event is sent whatever the customer's preferences: codes, messages
// about account security, debit notices and receipts.
func (k kind) isAlwaysTold() bool { return k.always || k.category == CategorySecurity }

func kindOf(e Event) (kind, bool) {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.example.Name() == e.Name() })
	if i < 0 {
		return kind{}, false
	}
	return kinds[i], true
}
