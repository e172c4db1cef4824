package hyperverge

import (
	"context"
	"errors"
	"net/http"
	"sort"

	"rento/internal/provider"
)

var faceRefusals = map[int]provider.Refusal{
	http.StatusBadRequest: provider.BadFile, http.StatusRequestEntityTooLarge: provider.BadFile, http.StatusUnprocessableEntity: provider.NoFace,
}

type livenessAnswer struct {
	Result struct {
		Details one[struct {
			LiveFace struct {
				Value *yes `json:"value"`
			} `json:"liveFace"`
			Quality map[string]struct {
				Value yes `json:"value"`
			} `json:"qualityChecks"`
		}] `json:"details"`
		Summary summary `json:"summary"`
	} `json:"result"`
}

// Check makes sure of what decides.
func (a *livenessAnswer) Check() error {
	if a.Result.Details.value.LiveFace.Value == nil || a.Result.Summary.Action == "" {
		return errors.New("a selfie without a verdict")
	}
	return nil
}

// qualities are what is asked of a selfie.
var qualities = []string{"blur", "eyesClosed", "multipleFaces", "sunglasses", "occlusion"}

// CheckLiveness looks at a selfie. One of several people is refused: whose it is could
// not be told.
func (h *Identity) CheckLiveness(ctx context.Context, transaction string, selfie provider.Scan) (provider.Liveness, error) {
	const call = "faces.liveness"
	options := map[string]string{}
	for _, quality := range qualities {
		options["qualityChecks["+quality+"]"] = "yes"
	}
	var answer livenessAnswer
	err := upload(ctx, h.idv, h.request(call, "/v1/checkLiveness", transaction), options, []part{{"image", selfie}}, &answer)
	if err != nil {
		return provider.Liveness{}, refusedFor(err, faceRefusals)
	}
	found := answer.Result.Details.value
	if found.Quality["multipleFaces"].Value {
		return provider.Liveness{}, declined(call, provider.NoFace)
	}
	live := provider.Liveness{Live: bool(*found.LiveFace.Value) && answer.Result.Summary.Action != "fail", Review: answer.Result.Summary.Action == "manualReview"}
	for quality, seen := range found.Quality {
		if seen.Value {
			live.Flags = append(live.Flags, quality)
		}
	}
	sort.Strings(live.Flags)
	return live, nil
}

type pairAnswer struct {
	Result struct {
		Match  *yes    `json:"match"`
		Score  *points `json:"match-score"`
		Review yes     `json:"to-be-reviewed"`
	} `json:"result"`
}

// Check makes sure of what decides.
func (a *pairAnswer) Check() error {
	if a.Result.Match == nil || a.Result.Score == nil {
		return errors.New("a comparison without a verdict")
	}
	return nil
}

// MatchFaces compares a selfie with the face on a document.
func (h *Identity) MatchFaces(ctx context.Context, transaction string, selfie, document provider.Scan) (provider.FaceMatch, error) {
	var answer pairAnswer
	files := []part{{"selfie", selfie}, {"id", document}}
	err := upload(ctx, h.face, h.request("faces.match", "/v1/photo/verifyPair", transaction), nil, files, &answer)
	if err != nil {
		return provider.FaceMatch{}, refusedFor(err, faceRefusals)
	}
	r := answer.Result
	return provider.FaceMatch{Match: bool(*r.Match), Score: int(*r.Score), Review: bool(r.Review)}, nil
}
