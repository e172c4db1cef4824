package provider

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
)

// Refusal is why a provider of identity checks said no about what it was asked: the
// Reason of an *Error whose Outcome is Declined. It is an answer about the document or
// the person, and asking again gives the same. Every other failure, such as a register
// that is down, is an *Error of another outcome, and is worth asking again later: no
// call of these ports has an effect that must not happen twice.
type Refusal string

// The refusals of documents and registers.
const (
	// NoDocument: there is no document in the picture or file.
	NoDocument Refusal = "no_document"
	// Blurred: there is one, and it cannot be read.
	Blurred Refusal = "blurred"
	// WrongDocument: it is of another kind, or its other side.
	WrongDocument Refusal = "wrong_document"
	// BadFile: the file is no picture or PDF that is taken, or is too large.
	BadFile Refusal = "bad_file"
	// NoFace: there is no face in a picture, or more than one.
	NoFace Refusal = "no_face"
	// NotFound: the register has no such number.
	NotFound Refusal = "not_found"
)

// The refusals of a locker.
const (
	// ConsentDenied: the customer did not agree.
	ConsentDenied Refusal = "consent_denied"
	// ConsentExpired: the consent was not used in time, or was used before. The customer
	// may start again.
	ConsentExpired Refusal = "consent_expired"
	// NotLinked: the customer's locker has no Aadhaar.
	NotLinked Refusal = "not_linked"
	// UnderAge: the provider gives out nothing about a minor.
	UnderAge Refusal = "under_age"
)

// The refusals of bank statements.
const (
	// PasswordIncorrect: the PDF is encrypted, and the password is wrong or missing.
	PasswordIncorrect Refusal = "password_incorrect"
	// OtherBank: the statement is of another bank than the customer named.
	OtherBank Refusal = "other_bank"
	// BankUnknown: the bank cannot be told from it.
	BankUnknown Refusal = "bank_unknown"
	// ScannedStatement: it is a picture, in which there is no text.
	ScannedStatement Refusal = "scanned_statement"
	// UnsupportedStatement: it is no statement that can be read.
	UnsupportedStatement Refusal = "unsupported_statement"
	// DuplicateStatement: the session has it already.
	DuplicateStatement Refusal = "duplicate_statement"
	// OutOfDateRange: it is of months that were not asked for.
	OutOfDateRange Refusal = "out_of_date_range"
	// MonthsMissing: it has too few months.
	MonthsMissing Refusal = "months_missing"
	// SessionGone: the session has expired, or was deleted.
	SessionGone Refusal = "session_gone"
	// NothingUploaded: the customer has not been at their bank yet, or has left it.
	NothingUploaded Refusal = "nothing_uploaded"
)

// RefusalOf returns the refusal inside err, "" when it is a failure of another kind.
func RefusalOf(err error) Refusal {
	if e, ok := errors.AsType[*Error](err); ok && e.Outcome == Declined {
		return Refusal(e.Reason)
	}
	return ""
}

// Scan is a file from a customer: its media type (image/jpeg, image/png or
// application/pdf, told from its bytes) and the bytes.
type Scan struct {
	Type string
	Data []byte
}

// DocumentKind is a kind of document that proves who someone is.
type DocumentKind string

// The kinds of documents.
const (
	PANCard        DocumentKind = "panCard"
	Aadhaar        DocumentKind = "aadhaar"
	Passport       DocumentKind = "passport"
	DrivingLicence DocumentKind = "drivingLicence"
	VoterID        DocumentKind = "voterID"
)

// Side is the side of a document that is seen.
type Side string

// The sides. Whole is a file in which both are seen, such as a PDF of several pages.
const (
	Front Side = "front"
	Back  Side = "back"
	Whole Side = "whole"
	// Portrait is the photo that a locker has of somebody: nobody uploads one. It is compared
	// with the selfie, shown to nobody, and gone after that.
	Portrait Side = "portrait"
)

// Reading is what is printed on a document. A side that does not carry a field leaves
// it empty.
type Reading struct {
	Kind DocumentKind
	Side Side
	// Number is the document's. Of an Aadhaar only the last four digits are known:
	// "XXXX XXXX 1234".
	Number string
	Name   string
	// BirthDate is zero where the document has a year alone, which is BirthYear.
	BirthDate calendar.Date
	BirthYear int
	// Gender is M, F or T.
	Gender string
	// Guardian is the father, mother, husband or wife that the document names.
	Guardian string
	Address  string
	// Pincode has six digits.
	Pincode string
	// Expires is the last day of a passport or licence.
	Expires calendar.Date
	// Masked is the picture of an Aadhaar with the first eight digits of its number
	// covered, to be kept in place of the one that was sent; nil for other documents.
	Masked *Scan
	// Flags are what is doubtful about the picture: glare, black_and_white,
	// photo_of_screen, cut_off.
	Flags []string
}

// Liveness is whether a selfie is of a living person. Review says that the provider
// would have a person look. Flags are what is wrong with the picture, in the
// provider's words: eyesClosed, occlusion and the like.
type Liveness struct {
	Live   bool
	Review bool
	Flags  []string
}

// FaceMatch is whether two pictures show one person. Score is 0 to 100; Review says
// that the provider would have a person look.
type FaceMatch struct {
	Match  bool
	Score  int
	Review bool
}

// PANQuery asks the register of PANs whether a number is that person's.
type PANQuery struct {
	Number    string
	Name      string
	BirthDate calendar.Date
}

// PANRecord is what the register says of a PAN.
type PANRecord struct {
	Active    bool
	Duplicate bool
	NameMatch bool
	// BirthDateMatch compares the date of birth of the query.
	BirthDateMatch bool
}

// GSTRecord is a taxpayer in the register of GST.
type GSTRecord struct {
	GSTIN     string
	LegalName string
	TradeName string
	// Status is the register's word, such as Active, Cancelled or Suspended.
	Status string
	Active bool
	// Constitution is the kind of business, such as Proprietorship.
	Constitution string
	// State is the two digits with which a GSTIN begins.
	State      string
	Registered calendar.Date
	Address    string
	Pincode    string
}

// TokenRequest asks for access to the provider's own screens. Transaction is ours, of
// letters, digits and hyphens, at most 50 characters. Mobile has ten digits: whoever
// goes on with the transaction on another device proves it.
type TokenRequest struct {
	Transaction string
	Mobile      string
}

// Token opens the provider's screens in the browser for one transaction: ScriptURL is
// the provider's script, AppID and Workflow are what it is told beside the token. The
// value is a secret of this customer's session.
type Token struct {
	Value     string
	AppID     string
	Workflow  string
	ScriptURL string
	Expires   time.Time
}

// TransactionState is how a transaction in the provider's own screens stands.
type TransactionState string

// The states of a transaction, which are the provider's words.
const (
	TransactionStarted          TransactionState = "started"
	TransactionAutoApproved     TransactionState = "auto_approved"
	TransactionAutoDeclined     TransactionState = "auto_declined"
	TransactionNeedsReview      TransactionState = "needs_review"
	TransactionManuallyApproved TransactionState = "manually_approved"
	TransactionManuallyDeclined TransactionState = "manually_declined"
	TransactionCancelled        TransactionState = "user_cancelled"
	TransactionFailed           TransactionState = "error"
)

// Identity reads documents and faces, and asks the registers about them. Transaction
// is ours, as in TokenRequest; it ties the calls of one try of a step together.
type Identity interface {
	// Name is the provider's name in lower case, as it is stored.
	Name() string
	// Available reports whether the provider has been answering.
	Available() bool
	// Token opens the provider's own screens.
	Token(ctx context.Context, req TokenRequest) (Token, error)
	// ReadDocument reads a picture or PDF in which a document of a kind is expected.
	// Refusals: NoDocument, Blurred, WrongDocument, BadFile.
	ReadDocument(ctx context.Context, transaction string, kind DocumentKind, scan Scan) (Reading, error)
	// CheckLiveness looks at a selfie. Refusals: NoFace, BadFile.
	CheckLiveness(ctx context.Context, transaction string, selfie Scan) (Liveness, error)
	// MatchFaces compares a selfie with a picture of a document, or with the photo that
	// a locker gave. Refusals: NoFace, BadFile.
	MatchFaces(ctx context.Context, transaction string, selfie, document Scan) (FaceMatch, error)
	// CheckPAN asks the register about a PAN. Refusal: NotFound.
	CheckPAN(ctx context.Context, transaction string, query PANQuery) (PANRecord, error)
	// PANName asks in whose name a PAN is. Refusal: NotFound.
	PANName(ctx context.Context, transaction, pan string) (string, error)
	// FindGSTIN asks the register about a GSTIN. Refusal: NotFound.
	FindGSTIN(ctx context.Context, transaction, gstin string) (GSTRecord, error)
	// FetchTransaction asks how a transaction in the provider's own screens ended. It is
	// made to be asked once, after a webhook or the browser's return. Refusal: NotFound.
	FetchTransaction(ctx context.Context, transaction string) (TransactionState, error)
	// LooksSigned is as a Gateway's.
	LooksSigned(header http.Header) bool
	// VerifyWebhook is as a Gateway's; the event's ID is the provider's, Kind its type,
	// SubjectID the transaction. The state is to be asked for.
	VerifyWebhook(header http.Header, raw []byte) (Event, error)
}

// Consent is a customer's way to a locker, where documents are shared with us. The
// browser goes to URL; all of it is kept until the browser is back. State is not to
// be guessed and comes back with the browser where the provider hands it on; Verifier
// is a secret, empty where the provider needs none.
type Consent struct {
	URL       string
	Reference string
	ReturnURL string
	State     string
	Verifier  string
}

// EAadhaar is what a locker says of a person by the Aadhaar. Photo is a JPEG, to be
// kept until the face is matched and no longer.
type EAadhaar struct {
	Name      string
	BirthDate calendar.Date
	// Gender is M, F or T.
	Gender string
	// LastFour are the last digits of the number, all that is known of it.
	LastFour string
	Address  string
	Pincode  string
	Photo    []byte
}

// LockerPAN is a PAN that a locker holds. The birth date is zero where it is not said.
type LockerPAN struct {
	Number    string
	Name      string
	BirthDate calendar.Date
}

// LockerDocuments are what a customer shared. PAN is nil when there is none.
type LockerDocuments struct {
	Aadhaar EAadhaar
	PAN     *LockerPAN
}

// Locker is a store of official documents, from which a customer shares some.
type Locker interface {
	// Name is the provider's name in lower case, as it is stored.
	Name() string
	// Available reports whether the provider has been answering.
	Available() bool
	// Start begins a consent. Reference is ours, as a transaction's; the browser comes
	// back to returnURL by a GET.
	Start(ctx context.Context, reference, returnURL string) (Consent, error)
	// Finish takes what the browser brought back in its query, and fetches what was
	// shared. A state that is not the consent's is ErrBadSignature, as is an Aadhaar
	// that its issuer has not signed. Refusals: ConsentDenied, ConsentExpired,
	// NotLinked, NotFound, UnderAge.
	Finish(ctx context.Context, consent Consent, query url.Values) (LockerDocuments, error)
}

// SessionRequest asks for a place for the statements of a customer. Reference is ours,
// as a transaction's. Bank is a bank of Statements.Banks, "" if it is not known. The
// statements are of From to To. With NetBanking the customer signs in at the bank on
// the provider's page, from which the browser comes back to ReturnURL.
type SessionRequest struct {
	Reference  string
	Mobile     string
	Bank       string
	From, To   calendar.Date
	NetBanking bool
	ReturnURL  string
}

// StatementSession is a place for statements at the provider. URL is its page, for net
// banking.
type StatementSession struct {
	ID  string
	URL string
}

// StatementUpload is a PDF with its password, "" for none.
type StatementUpload struct {
	SessionID string
	Bank      string
	PDF       []byte
	Password  string
}

// Statement is what is known of a statement as soon as it is taken. Account is masked:
// "XXXX1234".
type Statement struct {
	ID       string
	Holder   string
	Account  string
	IFSC     string
	From, To calendar.Date
	// Fraud says that the file shows signs of having been altered.
	Fraud bool
}

// StatementProgress is how far the reading of a session is.
type StatementProgress string

// How far a reading is.
const (
	StatementsProcessing StatementProgress = "processing"
	StatementsCompleted  StatementProgress = "completed"
)

// StatementResult is what statements say of a customer's money. Bank is its name, or the
// provider's id of one that is not in Statements.Banks. Account is masked.
// Salary is the usual monthly salary, 0 without one; AverageBalance is that of the
// ends of the days. Months are those of which there is a statement, Missing those
// between From and To without, each as its first day.
type StatementResult struct {
	Holder          string
	Bank            string
	Account         string
	IFSC            string
	From, To        calendar.Date
	Months, Missing []calendar.Date
	Salary          money.Paise
	AverageBalance  money.Paise
	Fraud           bool
}

// Bank is a bank whose statements are read. NetBanking says that its customers can
// sign in on the provider's page.
type Bank struct {
	ID         string
	Name       string
	NetBanking bool
}

// Statements reads bank statements.
type Statements interface {
	// Name is the provider's name in lower case, as it is stored.
	Name() string
	// Available reports whether the provider has been answering.
	Available() bool
	// Banks are those whose statements are read, in the order of their names.
	Banks() []Bank
	// CreateSession makes a place for statements.
	CreateSession(ctx context.Context, req SessionRequest) (StatementSession, error)
	// Upload puts a statement into a session. Refusals: PasswordIncorrect, OtherBank,
	// BankUnknown, ScannedStatement, UnsupportedStatement, DuplicateStatement,
	// OutOfDateRange, SessionGone, BadFile.
	Upload(ctx context.Context, upload StatementUpload) (Statement, error)
	// StartProcessing has the session's statements read.
	StartProcessing(ctx context.Context, sessionID string) error
	// Progress asks how far the reading is, at most once each two seconds. A reading
	// that failed is refused: MonthsMissing, UnsupportedStatement and those of Upload.
	Progress(ctx context.Context, sessionID string) (StatementProgress, error)
	// Result is what was read, after StatementsCompleted. Refusals as of Progress.
	Result(ctx context.Context, sessionID string) (StatementResult, error)
}
