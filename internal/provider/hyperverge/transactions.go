package hyperverge

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"rento/internal/provider"
)

// tokenLifetime is how long a token opens the screens.
const tokenLifetime = 30 * time.Minute

type tokenAnswer struct {
	Result struct {
		Token     string `json:"token"`
		AuthToken string `json:"authToken"`
	} `json:"result"`
}

// Check makes sure of the token.
func (a *tokenAnswer) Check() error {
	if a.value() == "" {
		return errors.New("no token")
	}
	return nil
}

func (a *tokenAnswer) value() string {
	token := a.Result.Token
	if token == "" {
		token = a.Result.AuthToken
	}
	return strings.TrimPrefix(token, "Bearer ")
}

// Token opens the provider's own screens. Whoever goes on with them on another device
// proves the mobile number first.
func (h *Identity) Token(ctx context.Context, req provider.TokenRequest) (provider.Token, error) {
	asked := map[string]any{
		"appId": h.config.AppID, "appKey": h.config.AppKey, "expiry": int(tokenLifetime / time.Second), "transactionId": req.Transaction,
		"workflowId": h.config.WorkflowID, "authenticateOnResume": "no",
	}
	if req.Mobile != "" {
		asked["authenticateOnResume"], asked["mobileNumber"] = "yes", req.Mobile
	}
	now := h.clock.Now()
	var answer tokenAnswer
	if err := h.state.JSON(ctx, h.request("token.create", "/v2/auth/token", req.Transaction), asked, &answer); err != nil {
		return provider.Token{}, err
	}
	return provider.Token{
		Value: answer.value(), AppID: h.config.AppID, Workflow: h.config.WorkflowID, ScriptURL: h.config.ScriptURL, Expires: now.Add(tokenLifetime),
	}, nil
}

var transactionStates = map[string]provider.TransactionState{
	"started": provider.TransactionStarted, "auto_approved": provider.TransactionAutoApproved, "auto_declined": provider.TransactionAutoDeclined,
	"needs_review": provider.TransactionNeedsReview, "manually_approved": provider.TransactionManuallyApproved,
	"manually_declined": provider.TransactionManuallyDeclined, "user_cancelled": provider.TransactionCancelled, "error": provider.TransactionFailed,
}

type outputAnswer struct {
	Result struct {
		ApplicationStatus string `json:"applicationStatus"`
		Status            string `json:"status"`
		Transaction       string `json:"transactionId"`
	} `json:"result"`
}

func (a *outputAnswer) status() string {
	if a.Result.ApplicationStatus != "" {
		return a.Result.ApplicationStatus
	}
	return a.Result.Status
}

// Check makes sure that we know the state.
func (a *outputAnswer) Check() error {
	if transactionStates[a.status()] == "" {
		return fmt.Errorf("the unknown status %.40q", a.status())
	}
	return nil
}

// FetchTransaction asks how a transaction ended.
func (h *Identity) FetchTransaction(ctx context.Context, transaction string) (provider.TransactionState, error) {
	const call = "transactions.output"
	var answer outputAnswer
	err := h.idv.JSON(ctx, h.request(call, "/v1/output", transaction), map[string]string{"transactionId": transaction}, &answer)
	if err != nil {
		return "", refusedFor(err, map[int]provider.Refusal{http.StatusUnprocessableEntity: provider.NotFound, http.StatusNotFound: provider.NotFound, http.StatusBadRequest: provider.NotFound})
	}
	if told := answer.Result.Transaction; told != "" && told != transaction {
		return "", failed(call, provider.Unknown, errors.New("an answer about another transaction"))
	}
	return transactionStates[answer.status()], nil
}
