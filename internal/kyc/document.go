package kyc

import (
	"context"
	"slices"

	"rento/internal/calendar"
	"rento/internal/kyc/identifier"
	"rento/internal/provider"
)

// lookAtDocument has a document read and checks what is printed on it.
func (s *Service) lookAtDocument(ctx context.Context, c Case, t tryOf, u Upload, file taken) (looked, error) {
	read, err := s.identity.ReadDocument(ctx, t.reference(), u.Kind, file.scan)
	if err != nil {
		return looked{}, err
	}
	scan := &file.scan
	if u.Kind == provider.Aadhaar {
		scan = read.Masked // the whole number is kept nowhere
	}
	side := read.Side
	if side == "" {
		side = provider.Front
	}
	if u.Step == PANCard {
		side = provider.Front
		f, err := s.checkPAN(ctx, t, read)
		return looked{f, side, scan}, err
	}
	if u.Side != "" && side != provider.Whole && u.Side != side {
		return looked{finding: finding{state: StepRejected, reason: Reason(provider.WrongDocument)}}, nil
	}
	return looked{s.checkSide(c, u, read, side), side, scan}, nil
}

// doubtful are the flags of a picture for which a person looks at it.
var doubtful = []string{"black_and_white", "photo_of_screen"}

func isDoubtful(flags []string) bool {
	return slices.ContainsFunc(flags, func(f string) bool { return slices.Contains(doubtful, f) })
}

// checkPAN checks what a card says with the register.
func (s *Service) checkPAN(ctx context.Context, t tryOf, read provider.Reading) (finding, error) {
	refused := func(reason Reason) (finding, error) { return finding{state: StepRejected, reason: reason}, nil }
	pan, err := identifier.ParsePAN(read.Number)
	switch {
	case err != nil:
		return refused(ReasonNumberInvalid)
	case pan.Holder() != identifier.Person:
		return refused(ReasonNotAPerson)
	case read.BirthDate.IsZero():
		return refused(ReasonBirthDateAbsent)
	case underAge(read.BirthDate, s.today()):
		return refused(ReasonUnderAge)
	}
	record, err := s.identity.CheckPAN(ctx, t.reference(), provider.PANQuery{Number: string(pan), Name: read.Name, BirthDate: read.BirthDate})
	if err != nil {
		return finding{}, err
	}
	f := finding{state: StepVerified, number: string(pan), set: func(d *Details) {
		d.Number, d.Name, d.BirthDate = string(pan), read.Name, read.BirthDate
	}}
	switch {
	case !record.Active:
		f.state, f.reason = StepRejected, ReasonPANInactive
	case record.Duplicate:
		f.state, f.reason = StepRejected, ReasonPANDuplicate
	case !record.NameMatch || !record.BirthDateMatch:
		f.state, f.reason = StepNeedsReview, ReasonNameDiffers
	case isDoubtful(read.Flags):
		f.state, f.reason = StepNeedsReview, ReasonDoubtful
	}
	return f, nil
}

// adult is the age from which somebody can rent.
const adult = 18

func underAge(born, today calendar.Date) bool { return born.AddMonths(12 * adult).After(today) }

// needsBack says whether a document has to be seen from both sides: what stands on the
// back of the others is not needed.
func needsBack(kind provider.DocumentKind) bool { return kind != provider.DrivingLicence }

// checkSide checks a side of a government document, with what is known of the other.
func (s *Service) checkSide(c Case, u Upload, read provider.Reading, side provider.Side) finding {
	own := u.Step == GovtDocument
	switch {
	case !read.Expires.IsZero() && read.Expires.Before(s.today()):
		return finding{state: StepRejected, reason: ReasonExpired}
	case own && !read.BirthDate.IsZero() && underAge(read.BirthDate, s.today()),
		own && read.BirthYear > 0 && s.today().Year()-read.BirthYear < adult:
		return finding{state: StepRejected, reason: ReasonUnderAge}
	}
	before := c.Steps[u.Step].Details
	sides := append(slices.Clone(before.Sides), side)
	slices.Sort(sides)
	sides = slices.Compact(sides)
	f := finding{state: StepUploaded, set: func(d *Details) {
		d.Sides = sides
		if read.Name != "" {
			d.Name = read.Name
		}
		if read.Number != "" {
			d.Number = lastFour(read.Number)
		}
		if !read.BirthDate.IsZero() {
			d.BirthDate = read.BirthDate
		}
	}}
	whole := slices.Contains(sides, provider.Whole)
	if !whole && (!slices.Contains(sides, provider.Front) || needsBack(u.Kind) && !slices.Contains(sides, provider.Back)) {
		return f
	}
	switch {
	case read.Name == "" && before.Name == "":
		f.state, f.reason = StepRejected, Reason(provider.Blurred)
	case isDoubtful(read.Flags):
		f.state, f.reason = StepNeedsReview, ReasonDoubtful
	default:
		f.state = StepVerified
	}
	return f
}

func lastFour(number string) string {
	letters := []rune(number)
	return string(letters[max(0, len(letters)-4):])
}

// numberHash is how a PAN is found again without being readable.
func (s *Service) numberHash(number string) string { return s.keyed("pan", number) }
