package specimen

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/google/go-cmp/cmp"
	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"rento/internal/identifier"
	"rento/internal/provider"
)

var asha = Person{
	Name: "Asha Rao", Born: "1994-03-12", Gender: "F", Guardian: "Ramesh Rao",
	Address: "12, Palm Court, 3rd Cross, Indiranagar, Bengaluru, Karnataka", Pincode: "560038", State: "KA",
}

// What stands on a specimen is read from its picture, in both forms, after it was made
// smaller, and from a photo that is turned a little on a table.
func TestReadsWhatIsPrinted(t *testing.T) {
	for _, kind := range []provider.DocumentKind{provider.PANCard, provider.Aadhaar, provider.Passport, provider.DrivingLicence, provider.VoterID, Selfie} {
		for _, side := range []string{"front", "back"} {
			want := asha.Document(string(kind), side)
			raw, err := PNG(want)
			if err != nil {
				t.Fatal(err)
			}
			picture, _, err := image.Decode(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			for name, file := range map[string][]byte{"PNG": raw, "JPEG": lossy(t, picture, 60), "small": lossy(t, scaled(picture, 0.7), 75), "photo": lossy(t, photo(picture), 75)} {
				got, err := Read(file)
				if err != nil || cmp.Diff(want, got) != "" {
					t.Errorf("%s %s as %s: %v %s", kind, side, name, err, cmp.Diff(want, got))
				}
			}
		}
	}
}

// The code of these comes out so that the reader mistakes its size, in the smallest
// version that holds it.
func TestReadsACodeThatIsMistakenWhenSmall(t *testing.T) {
	for _, p := range []Person{{Name: "Vikram Shetty", Born: "1980-12-01"}, {Name: "Dev Malhotra", Born: "1985-12-01"}, {Name: "Pooja Hegde", Born: "1986-12-01"}} {
		p.Gender, p.Guardian, p.Address, p.Pincode = "M", "Suresh Kumar", "4, Lake Road, Koramangala, Bengaluru, Karnataka", "560034"
		want := p.Document(string(provider.Passport), "back")
		raw, err := JPEG(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Read(raw); err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("%s: %v %s", p.Name, err, cmp.Diff(want, got))
		}
	}
}

func TestReadsNothingElse(t *testing.T) {
	blank := image.NewGray(image.Rect(0, 0, 300, 300))
	var plain bytes.Buffer
	if err := png.Encode(&plain, blank); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{"blank": plain.Bytes(), "text": []byte("PAN AAAPZ1234C"), "empty": nil} {
		if d, err := Read(file); err == nil {
			t.Errorf("%s: read as %+v, want an error", name, d)
		}
	}
	if _, err := decode(`{"k":"panCard"}`); err == nil {
		t.Error("a code that is no specimen's is taken for one")
	}
}

// The first eight digits are covered and not in the code, the last four are not, wherever
// the card lies in the picture; whose face it is can still be told.
func TestMasksAnAadhaar(t *testing.T) {
	d := asha.Document(string(provider.Aadhaar), "front")
	picture, err := Picture(d)
	if err != nil {
		t.Fatal(err)
	}
	masked, err := Masked(lossy(t, scaled(picture, 0.8), 85))
	if err != nil {
		t.Fatal(err)
	}
	if left, err := Read(masked); err != nil || left.Number != "XXXXXXXX"+d.Number[len(d.Number)-4:] || left.Face != d.Face {
		t.Errorf("a masked picture says %+v, %v; want the last four digits and the face", left, err)
	}
	got, err := jpeg.Decode(bytes.NewReader(masked))
	if err != nil {
		t.Fatal(err)
	}
	for at, covered := range map[image.Point]bool{
		{60, numberLine - 20}: true, {40 + width("9999 4105", numberSize, bold) - 10, numberLine - 20}: true,
		{40 + width(d.Number, numberSize, bold) + 20, numberLine - 20}: false, {200, 400}: false,
	} {
		r, g, b, _ := got.At(at.X*8/10, at.Y*8/10).RGBA()
		if black := r+g+b < 3*0x3000; black != covered {
			t.Errorf("%v is covered: %t, want %t", at, black, covered)
		}
	}
	if _, err := Masked(lossy(t, image.NewGray(card), 80)); err == nil {
		t.Error("a picture without an Aadhaar is masked")
	}
}

// The numbers have the form of their kind, and the register knows by a PAN whose it is.
func TestNumbers(t *testing.T) {
	for _, p := range []Person{asha, {Name: "B", Born: "2001-01-01"}, {Name: "श्री राम", Born: "1960-12-31"}} {
		pan, err := identifier.ParsePAN(p.PAN(""))
		if err != nil || pan.Holder() != identifier.Person {
			t.Errorf("%s: got PAN %s, %v, want one of a person", p.Name, pan, err)
		}
		if _, err := identifier.ParseAadhaar(p.Aadhaar()); err != nil {
			t.Errorf("%s: Aadhaar %v", p.Name, err)
		}
	}
	pan := asha.PAN("")
	if !NameFits(pan, " asha  RAO ") || NameFits(pan, "Asha Rai") || !BornFits(pan, "1994-03-12") || BornFits(pan, "1994-03-13") {
		t.Errorf("the register does not know whose %s is", pan)
	}
	if Serial(asha.PAN(SerialInactive)) != SerialInactive || Serial("x") != "" {
		t.Error("a serial is not where it stands")
	}
}

func lossy(t *testing.T, picture image.Image, quality int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func scaled(picture image.Image, by float64) image.Image {
	b := picture.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, int(float64(b.Dx())*by), int(float64(b.Dy())*by)))
	xdraw.CatmullRom.Scale(out, out.Bounds(), picture, b, xdraw.Src, nil)
	return out
}

// photo is a picture that lies turned on a dark table.
func photo(picture image.Image) image.Image {
	out := image.NewRGBA(image.Rect(0, 0, 1400, 1100))
	xdraw.Draw(out, out.Bounds(), image.NewUniform(color.RGBA{0x55, 0x44, 0x33, 0xff}), image.Point{}, xdraw.Src)
	turned := f64.Aff3{0.98, -0.17, 240, 0.17, 0.98, 60}
	xdraw.BiLinear.Transform(out, turned, picture, picture.Bounds(), xdraw.Over, nil)
	return out
}
