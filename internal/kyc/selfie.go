package kyc

import (
	"context"
	"fmt"

	"rento/internal/provider"
)

// lookAtSelfie checks that the selfie shows a live person, and the person on the government
// document. If there is no picture of that document, a person reviews the step.
func (s *Service) lookAtSelfie(ctx context.Context, c Case, t tryOf, file taken) (looked, error) {
	document, found, err := s.portraitOf(ctx, c)
	if err != nil {
		return looked{}, err
	}
	alive, err := s.identity.CheckLiveness(ctx, t.reference(), file.scan)
	if err != nil {
		return looked{}, err
	}
	look := looked{finding{state: StepVerified}, provider.Front, &file.scan}
	if !alive.Live {
		return looked{finding: finding{state: StepRejected, reason: ReasonNotLive}}, nil
	}
	if !found {
		look.state, look.reason, look.set = StepNeedsReview, ReasonDoubtful, func(d *Details) { d.Live = true }
		return look, nil
	}
	match, err := s.identity.MatchFaces(ctx, t.reference(), file.scan, document)
	if err != nil {
		return looked{}, err
	}
	look.set = func(d *Details) { d.Live, d.Score = true, match.Score }
	switch {
	case !match.Match && !match.Review:
		return looked{finding: finding{state: StepRejected, reason: ReasonFaceDiffers, set: look.set}}, nil
	case alive.Review || match.Review:
		look.state, look.reason = StepNeedsReview, ReasonDoubtful
	}
	return look, nil
}

// portraitOf is the picture of the government document with which a selfie is compared. There is
// none if the document was refused too often.
func (s *Service) portraitOf(ctx context.Context, c Case) (scan provider.Scan, found bool, err error) {
	rows, err := s.store.Queries().KycDocuments(ctx, c.CustomerID)
	if err != nil {
		return scan, false, fmt.Errorf("kyc: documents: %w", err)
	}
	for _, row := range rows {
		if Step(row.Step) == GovtDocument && row.Side != string(provider.Back) {
			data, err := s.bytesOf(ctx, c, row)
			return provider.Scan{Type: row.MediaType, Data: data}, true, err
		}
	}
	return scan, false, nil
}
