package api

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"slices"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/kyc"
)

type kycCalls struct {
	service  *kyc.Service
	accounts *account.Service
	clock    calendar.Clock
	logger   *slog.Logger
}

func (c *kycCalls) token(ctx context.Context, s account.Session, _ *Nothing) (ScreensToken, error) {
	t, err := c.service.OpenScreens(ctx, s.CustomerID)
	return ScreensToken{
		Token: t.Value, ExpiresAt: calendar.Stamp(t.Expires), TransactionID: t.Transaction, AppID: t.AppID, WorkflowID: t.Workflow, ScriptURL: t.ScriptURL,
	}, err
}

func (c *kycCalls) data(ctx context.Context, s account.Session, _ *Nothing) (KYCData, error) {
	customer, err := c.accounts.Customer(ctx, s.CustomerID)
	if err != nil {
		return KYCData{}, err
	}
	of, err := c.service.Of(ctx, s.CustomerID)
	d := KYCData{
		UserProfile: KYCProfile{
			FullName: customer.FullName, MobileNumber: customer.Mobile, Email: customer.Email,
			CompanyEmail: of.Steps[kyc.CompanyEmail].Details.Email, CollegeName: of.Steps[kyc.CollegeName].Details.College,
		},
		ProfessionIDs: []int64{},
		PreloadData: KYCPreload{
			Professions: each(kyc.Professions(), func(p kyc.Profession) ProfessionChoice {
				return ProfessionChoice{p.ID, int64(p.Type), p.Label}
			}),
			BlockedDomains: kyc.BlockedMailDomains(),
		},
	}
	if p, chosen := kyc.ProfessionOf(of.Profession); chosen {
		d.UserProfile.ProfessionID, d.UserProfile.ProfessionType = new(p.ID), new(int64(p.Type))
		d.ProfessionIDs = append(d.ProfessionIDs, p.ID)
	}
	return d, err
}

func (c *kycCalls) status(ctx context.Context, s account.Session, _ *Nothing) (KYCStatus, error) {
	of, err := c.service.Progress(ctx, s.CustomerID)
	if err != nil {
		return KYCStatus{}, err
	}
	status := KYCStatus{
		Status: string(of.State), Percentage: of.Percentage, KYCPending: !of.State.Verified(),
		CanChangeProfession: of.MayChooseProfession(calendar.Stamp(c.clock.Now())),
		CurrentDocument:     CurrentDocument{Documents: []KYCStep{}}, RetryOn: of.RetryOn,
		WaitingOrders: each(of.Waiting, wireIncoming),
	}
	if of.Current != "" {
		status.CurrentDocument.Document = new(string(of.Current))
	}
	if of.Decision != kyc.DecisionNone {
		status.Evaluation = &KYCEvaluation{
			Decision: string(of.Decision), Score: of.Score, EvaluatedAt: of.EvaluatedAt, Reasons: each(of.Reasons, func(r kyc.Reason) string { return string(r) }),
		}
	}
	at := map[kyc.Step]**KYCStep{
		kyc.BankDetails: &status.BankDocument, kyc.GSTDetails: &status.GST, kyc.GovtDocument: &status.GovtDocument, kyc.ParentDocument: &status.ParentGovtDocument,
		kyc.PANCard: &status.PAN, kyc.Selfie: &status.Selfie,
	}
	for _, step := range of.Ordered {
		w := c.wire(s, step)
		status.CurrentDocument.Documents = append(status.CurrentDocument.Documents, w)
		if field := at[step.Step]; field != nil {
			*field = &w
		}
	}
	status.PANCard, status.ProfilePic = status.PAN, status.Selfie
	return status, nil
}

func (c *kycCalls) lockerURL(ctx context.Context, s account.Session, _ *Nothing) (LockerLink, error) {
	at, err := c.service.LockerURL(ctx, s.CustomerID)
	return LockerLink{at}, err
}

type lockerReturn struct {
	Body struct {
		Query string `json:"query" maxLength:"8000" example:"code=4f1c&state=9a2b" doc:"what the locker put behind the ? when it sent the browser back"`
	}
}

func (c *kycCalls) lockerDone(ctx context.Context, s account.Session, in *lockerReturn) (Ok, error) {
	query, err := url.ParseQuery(in.Body.Query)
	if err != nil {
		return Ok{}, fault.Unreadable("request.unreadable", "The request could not be read.").WithCause(err)
	}
	return ok(c.service.FinishLocker(ctx, s.CustomerID, query))
}

type professionInput struct {
	Body struct {
		ProfessionID   int64 `json:"professionId"`
		ProfessionType int64 `json:"professionType"`
	}
}

func (c *kycCalls) setProfession(ctx context.Context, s account.Session, in *professionInput) (Ok, error) {
	return ok(c.service.ChooseProfession(ctx, s.CustomerID, in.Body.ProfessionID, kyc.ProfessionType(in.Body.ProfessionType)))
}

type companyEmailInput struct {
	Body struct {
		CompanyEmail string `json:"companyEmail" maxLength:"254" example:"asha@company.in"`
	}
}

func (c *kycCalls) setCompanyEmail(ctx context.Context, s account.Session, in *companyEmailInput) (EmailCodeSent, error) {
	pause, err := c.service.SetCompanyEmail(ctx, s.CustomerID, in.Body.CompanyEmail)
	return EmailCodeSent{err == nil, int(pause.Seconds())}, err
}

type emailCodeInput struct {
	Body struct {
		Code string `json:"code" maxLength:"10" example:"123456"`
	}
}

func (c *kycCalls) proveCompanyEmail(ctx context.Context, s account.Session, in *emailCodeInput) (Ok, error) {
	return ok(c.service.ProveCompanyEmail(ctx, s.CustomerID, in.Body.Code))
}

type collegeInput struct {
	Body struct {
		CollegeName string `json:"collegeName" maxLength:"200" example:"Mount Carmel College"`
	}
}

func (c *kycCalls) saveCollege(ctx context.Context, s account.Session, in *collegeInput) (Ok, error) {
	return ok(c.service.SaveCollege(ctx, s.CustomerID, in.Body.CollegeName))
}

type gstInput struct {
	Body struct {
		GSTIN string `json:"gstIn" maxLength:"32" example:"29AAAPZ1234C1ZW"`
	}
}

func (c *kycCalls) setGST(ctx context.Context, s account.Session, in *gstInput) (GSTTaken, error) {
	if err := c.service.VerifyGST(ctx, s.CustomerID, in.Body.GSTIN); err != nil {
		return GSTTaken{}, err
	}
	of, err := c.service.Progress(ctx, s.CustomerID)
	if err != nil {
		return GSTTaken{}, err
	}
	i := slices.IndexFunc(of.Ordered, func(p kyc.Progressed) bool { return p.Step == kyc.GSTDetails })
	if i < 0 {
		return GSTTaken{}, fmt.Errorf("api: the step of GST is not there after it was verified")
	}
	return GSTTaken{true, c.wire(s, of.Ordered[i])}, nil
}

func (c *kycCalls) acceptPartial(ctx context.Context, s account.Session, _ *Nothing) (Ok, error) {
	return ok(c.service.AcceptPartial(ctx, s.CustomerID))
}

func (c *kycCalls) cancelAll(ctx context.Context, s account.Session, _ *Nothing) (Cancelled, error) {
	n, err := c.service.CancelAll(ctx, s.CustomerID)
	return Cancelled{err == nil, n}, err
}

func (c *kycCalls) skipBank(ctx context.Context, s account.Session, _ *Nothing) (Ok, error) {
	return ok(c.service.SkipBank(ctx, s.CustomerID))
}

type ownUserInput struct {
	Body struct {
		UserID int64 `json:"userId"`
	}
}

func (c *kycCalls) rename(ctx context.Context, s account.Session, in *ownUserInput) (NameTaken, error) {
	if err := self(s, in.Body.UserID); err != nil {
		return NameTaken{}, err
	}
	name, err := c.service.RenameFromPAN(ctx, s.CustomerID)
	return NameTaken{err == nil, name}, err
}
