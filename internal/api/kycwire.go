package api

import (
	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/kyc"
	"rento/internal/provider"
)

// ScreensToken opens the screens of the KYC provider.
type ScreensToken struct {
	Token         string           `json:"token"`
	ExpiresAt     calendar.Instant `json:"expiresAt"`
	TransactionID string           `json:"transactionId" example:"7312345678901234-profilePic-1"`
	AppID         string           `json:"appId" example:"rento"`
	WorkflowID    string           `json:"workflowId" example:"selfie"`
	ScriptURL     string           `json:"scriptUrl" example:"https://hv-web-sdk-cdn.hyperverge.co/hyperverge-web-sdk@8.7.0/src/sdk.min.js"`
}

// ProfessionChoice is a profession that can be chosen.
type ProfessionChoice struct {
	ID    int64  `json:"id"`
	Type  int64  `json:"type" doc:"10 salaried, 20 self-employed, 30 student, 40 freelancer or other"`
	Label string `json:"label" example:"Salaried"`
}

// KYCProfile is what we know about the customer.
type KYCProfile struct {
	FullName       string `json:"fullName" example:"Asha Rao"`
	MobileNumber   string `json:"mobileNumber" example:"9000000001"`
	Email          string `json:"email" example:"asha@example.in"`
	ProfessionID   *int64 `json:"professionId,omitempty" doc:"absent until a profession is chosen"`
	ProfessionType *int64 `json:"professionType,omitempty" doc:"absent until a profession is chosen"`
	CompanyEmail   string `json:"companyEmail,omitempty" example:"asha@company.in"`
	CollegeName    string `json:"collegeName,omitempty" example:"Mount Carmel College"`
}

// KYCPreload lists the choices, and the mail domains that are refused.
type KYCPreload struct {
	Professions    []ProfessionChoice `json:"professionTypesFastkycV3"`
	BlockedDomains []string           `json:"blockedEmailDomains" doc:"whose addresses prove no employer, nor do those of domains below them" example:"gmail.com"`
}

// KYCData is what the screens of KYC start with.
type KYCData struct {
	UserProfile   KYCProfile `json:"userProfile"`
	ProfessionIDs []int64    `json:"professionIds" doc:"the one that was chosen; empty before that"`
	PreloadData   KYCPreload `json:"preloadData"`
}

// KYCFile is a file that the customer uploaded.
type KYCFile struct {
	DocumentID int64  `json:"documentId"`
	Side       string `json:"side" enum:"front,back,whole"`
	Name       string `json:"name" example:"pan.jpg"`
	Type       string `json:"type" example:"image/jpeg"`
	URL        string `json:"url,omitempty" doc:"shows it for five minutes, without a session; to the customer alone" example:"/api/Documents/7w9e1r3t5y7u9i1o3p.a1s3d5f7g9h1j3k5"`
}

// KYCStep is a step of the customer's profession. Fields that do not apply to the step are absent.
type KYCStep struct {
	Document   string    `json:"document" enum:"panCard,govtDocDetails,profilePic,companyEmail,collegeName,gstDetails,bankDocDetails,parentGovtDocDetails"`
	Label      string    `json:"label" example:"PAN card"`
	Percentage int       `json:"percentage" doc:"reached when this step and all before it are done"`
	Status     string    `json:"status" enum:"not_started,uploaded,processing,verified,needs_review,rejected,skipped" doc:"uploaded is what waits for more: the other side, the e-mail's code, a password, a second statement"`
	Skippable  bool      `json:"skippable"`
	Replace    bool      `json:"replaceable,omitempty" doc:"it is verified, and validateAndUpload takes another in its place, which is one of the tries"`
	Reason     string    `json:"reason,omitempty" example:"blurred" doc:"why it was refused, is looked at, or waits"`
	TriesLeft  int       `json:"attemptsLeft" doc:"tries before a person looks"`
	DocumentID *int64    `json:"documentId,omitempty" doc:"the newest file; of a bank statement the one that predictionStatus takes"`
	Files      []KYCFile `json:"files,omitempty"`
	Source     string    `json:"source,omitempty" enum:"upload,digilocker,screens,netbanking,pdf"`
	DocType    string    `json:"docType,omitempty" enum:"panCard,aadhaar,passport,drivingLicence,voterID"`
	Sides      []string  `json:"sides,omitempty" enum:"front,back,whole" doc:"of a government document: those that were read"`
	Number     string    `json:"maskedNumber,omitempty" example:"XXXXXX234C"`
	GSTIN      string    `json:"gstIn,omitempty" example:"29AAAPZ1234C1ZW"`
	Name       string    `json:"name,omitempty" doc:"as the document, the register or the bank has it" example:"ASHA RAO"`
	TradeName  string    `json:"tradeName,omitempty" example:"Asha Interiors"`
	Mismatch   bool      `json:"nameMismatch,omitempty" doc:"of a PAN: the account has nearly its name, which changeUserNameFromPAN takes"`
	Differs    bool      `json:"nameDiffers,omitempty" doc:"of a PAN: the account has another name, so that a person looks at it unless the card is replaced"`
	MatchScore int       `json:"matchScore,omitempty" doc:"of a selfie: how well the faces fit, 0 to 100"`
	Live       bool      `json:"live,omitempty"`
	Email      string    `json:"email,omitempty" example:"asha@company.in"`
	College    string    `json:"collegeName,omitempty" example:"Mount Carmel College"`
	EntityID   string    `json:"entityId,omitempty" example:"5d1f0a0e-7c3f-4a84-9b60-1a3f9f6f2c11"`
	BankName   string    `json:"bankName,omitempty" example:"HDFC Bank"`
	Account    string    `json:"maskedAccount,omitempty" example:"XXXX3210"`
	Months     int       `json:"months,omitempty" doc:"of which there is a statement"`
	Alternate  bool      `json:"alternateAsked,omitempty" doc:"another statement is asked for beside this one; skipAlternateBankDetails leaves it out"`
}

// CurrentDocument is the next step, and all steps in order.
type CurrentDocument struct {
	Document  *string   `json:"document,omitempty" doc:"absent when nothing is to be brought" example:"panCard"`
	Documents []KYCStep `json:"kycDocuments" doc:"empty until a profession is chosen"`
}

// KYCEvaluation is the result of the case.
type KYCEvaluation struct {
	Decision    string           `json:"decision" enum:"approved,partial,review,declined"`
	Score       int              `json:"score" doc:"0 to 100"`
	Reasons     []string         `json:"reasons" example:"step_missing"`
	EvaluatedAt calendar.Instant `json:"evaluatedAt"`
}

// KYCStatus is the progress of the customer's KYC.
type KYCStatus struct {
	Status              string          `json:"status" enum:"not_started,in_progress,evaluating,approved,partial_offered,partially_approved,in_review,declined,cancelled"`
	Percentage          int             `json:"percentage" doc:"reached by the steps that are done in a row"`
	CurrentDocument     CurrentDocument `json:"currentDocument"`
	BankDocument        *KYCStep        `json:"bankDocDetails,omitempty"`
	GST                 *KYCStep        `json:"gstDetails,omitempty"`
	PAN                 *KYCStep        `json:"panDetails,omitempty"`
	Selfie              *KYCStep        `json:"selfieDetails,omitempty"`
	PANCard             *KYCStep        `json:"panCard,omitempty" doc:"the same as panDetails"`
	ProfilePic          *KYCStep        `json:"profilePic,omitempty" doc:"the same as selfieDetails"`
	GovtDocument        *KYCStep        `json:"govtDocDetails,omitempty"`
	ParentGovtDocument  *KYCStep        `json:"parentGovtDocDetails,omitempty"`
	Evaluation          *KYCEvaluation  `json:"evalResponse,omitempty"`
	RetryOn             calendar.Date   `json:"retryOn,omitzero" doc:"of a declined one: when it may be begun again"`
	KYCPending          bool            `json:"kycPending"`
	CanChangeProfession bool            `json:"canChangeProfession"`
	// WaitingOrders is empty if the case cannot be cancelled.
	WaitingOrders []IncomingTransfer `json:"waitingOrders" doc:"the accepted transfers that cancelAllPendingKycOrders gives up"`
}

// DocumentTaken says which document was stored.
type DocumentTaken struct {
	Success    bool  `json:"success"`
	DocumentID int64 `json:"documentId"`
}

// GSTTaken is the verified GST registration.
type GSTTaken struct {
	Success bool    `json:"success"`
	GST     KYCStep `json:"gstDetails"`
}

// BankLink leads to the customer's bank.
type BankLink struct {
	URL        string `json:"url" example:"https://bank.example/consent"`
	EntityID   string `json:"entityId" example:"5d1f0a0e-7c3f-4a84-9b60-1a3f9f6f2c11"`
	DocumentID int64  `json:"documentId" doc:"what predictionStatus takes beside entityId"`
}

// StatementTaken is a bank statement that was stored.
type StatementTaken struct {
	DocumentID int64  `json:"documentId"`
	EntityID   string `json:"entityId" example:"5d1f0a0e-7c3f-4a84-9b60-1a3f9f6f2c11"`
	Name       string `json:"name" example:"statement.pdf"`
}

// Prediction says whether a statement was read.
type Prediction struct {
	Done bool `json:"predictionDone"`
}

// EmailCodeSent says when another code can be requested.
type EmailCodeSent struct {
	Success     bool `json:"success"`
	ResendAfter int  `json:"resendAfterSeconds"`
}

// Cancelled says how many orders were cancelled.
type Cancelled struct {
	Success   bool `json:"success"`
	Cancelled int  `json:"cancelled" doc:"transfers that were accepted and waited for KYC"`
}

// NameTaken is the customer's new name.
type NameTaken struct {
	Success  bool   `json:"success"`
	FullName string `json:"fullName" example:"Asha Rao"`
}

// LockerLink leads to DigiLocker.
type LockerLink struct {
	URL string `json:"url" example:"https://digilocker.example/consent"`
}

// wire converts a step for the customer. Agents get no URL of a document.
func (c *kycCalls) wire(s account.Session, step kyc.Progressed) KYCStep {
	d := step.Details
	w := KYCStep{
		Document: string(step.Step), Label: step.Step.Label(), Percentage: step.Percentage, Status: string(step.State), Skippable: step.Skippable, Replace: step.Replaceable, Differs: step.NameDiffers,
		Reason: string(step.Reason), TriesLeft: step.TriesLeft, Source: string(d.Source), DocType: string(d.Document), Number: step.Number,
		Sides: each(d.Sides, func(side provider.Side) string { return string(side) }), Name: d.Name, TradeName: d.TradeName, Mismatch: step.NameMismatch,
		MatchScore: d.Score, Live: d.Live, Email: d.Email, College: d.College, EntityID: d.EntityID, BankName: d.Bank, Account: d.Account, Months: d.Months, Alternate: d.Alternate,
	}
	if step.Step == kyc.GSTDetails {
		w.GSTIN = d.Number
	}
	for _, f := range step.Files {
		file := KYCFile{DocumentID: f.ID, Side: string(f.Side), Name: f.Name, Type: f.Type}
		if !s.Agent {
			file.URL = documentPath + c.service.Token(s.CustomerID, f.ID)
		}
		w.Files = append(w.Files, file)
		w.DocumentID = new(f.ID)
	}
	if d.DocumentID != 0 {
		w.DocumentID = new(d.DocumentID)
	}
	return w
}
