package picture

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	// word is a word of the description of a page: what is said of glyphs, glyphs,
	// an operator or a value of one.
	word = regexp.MustCompile(`/Span <</ActualText <FEFF[0-9A-F]*>>> BDC|\[[^\]]*\]|[^\s\[\]]+`)
	// placed is a glyph, or how far the next one is moved back.
	placed = regexp.MustCompile(`<([0-9A-F]{4})>|-?[\d.]+`)
)

const (
	saying    = "/Span <</ActualText <FEFF"
	sayingEnd = ">>> BDC"
)

// painter draws a page. It knows the operators that package pdf writes.
type painter struct {
	faces  map[string]*face
	values []string // since the last operator

	fill, stroke, width, cap string
	path                     strings.Builder

	face *face
	size float64
	x, y float64 // where the next glyph stands
	rise float64

	line strings.Builder
	said bool // what the glyphs say was told beside them

	body  strings.Builder
	used  map[string]string // outlines by the id under which they are used
	lines []string
}

func draw(description []byte, faces map[string]*face, width, height string) (Page, error) {
	p := &painter{faces: faces, used: map[string]string{}, cap: "butt"}
	for _, w := range word.FindAllString(string(description), -1) {
		if err := p.read(w); err != nil {
			return Page{}, err
		}
	}
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s"><defs>`, width, height, width, height)
	ids := make([]string, 0, len(p.used))
	for id := range p.used {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		fmt.Fprintf(&svg, `<path id="%s" d="%s"/>`, id, p.used[id])
	}
	// A PDF counts from the foot of the page.
	fmt.Fprintf(&svg, `</defs><rect width="%s" height="%s" fill="#fff"/><g transform="translate(0 %s) scale(1 -1)">%s</g></svg>`, width, height, height, p.body.String())
	return Page{SVG: svg.String(), Lines: p.lines}, nil
}

// read reads a word: a value is kept for the operator that follows it.
func (p *painter) read(w string) error {
	if strings.HasPrefix(w, saying) {
		p.line.WriteString(text(strings.TrimSuffix(strings.TrimPrefix(w, saying), sayingEnd)))
		p.said = true
		return nil
	}
	if c := w[0]; c == '[' || c == '/' || c == '-' || c == '.' || c >= '0' && c <= '9' {
		p.values = append(p.values, w)
		return nil
	}
	needed, known := operators[w]
	if !known || len(p.values) < needed {
		return fmt.Errorf("%w: operator %s", errOther, w)
	}
	err := p.do(w, p.values[len(p.values)-needed:])
	p.values = p.values[:0]
	return err
}

// operators are those that package pdf writes, with how many values each has.
var operators = map[string]int{
	"rg": 3, "RG": 3, "w": 1, "J": 1, "j": 1, "re": 4, "m": 2, "l": 2, "c": 6, "h": 0, "f": 0, "S": 0,
	"BT": 0, "ET": 0, "EMC": 0, "Tf": 2, "Tm": 6, "Ts": 1, "TJ": 1,
}

func (p *painter) do(operator string, v []string) error {
	switch operator {
	case "rg":
		p.fill = color(v)
	case "RG":
		p.stroke = color(v)
	case "w":
		p.width = v[0]
	case "J":
		p.cap = map[string]string{"1": "round"}[v[0]]
	case "re":
		fmt.Fprintf(&p.path, "M%s %sh%sv%sh-%sz", v[0], v[1], v[2], v[3], v[2])
	case "m", "l", "c":
		p.path.WriteString(strings.ToUpper(operator) + strings.Join(v, " "))
	case "h":
		p.path.WriteString("z")
	case "f":
		fmt.Fprintf(&p.body, `<path d="%s" fill="%s"/>`, p.path.String(), p.fill)
		p.path.Reset()
	case "S":
		round := ""
		if p.cap == "round" {
			round = ` stroke-linecap="round" stroke-linejoin="round"`
		}
		fmt.Fprintf(&p.body, `<path d="%s" fill="none" stroke="%s" stroke-width="%s"%s/>`, p.path.String(), p.stroke, p.width, round)
		p.path.Reset()
	case "BT":
		p.line.Reset()
	case "ET":
		p.lines = append(p.lines, p.line.String())
	case "EMC":
		p.said = false
	case "Tf":
		p.face, p.size = p.faces[strings.TrimPrefix(v[0], "/F")], number(v[1])
		if p.face == nil {
			return fmt.Errorf("%w: font %s", errOther, v[0])
		}
	case "Tm":
		p.x, p.y = number(v[4]), number(v[5])
	case "Ts":
		p.rise = number(v[0])
	case "TJ":
		return p.glyphs(v[0])
	}
	return nil
}

// glyphs draws glyphs beside each other.
func (p *painter) glyphs(list string) error {
	if p.face == nil {
		return errOther
	}
	scale := p.size / p.face.outlines.perEm
	fmt.Fprintf(&p.body, `<g fill="%s" transform="matrix(%s 0 0 %s %s %s)">`, p.fill, decimals(scale, 6), decimals(scale, 6), decimals(p.x, 3), decimals(p.y+p.rise, 3))
	at := 0.0
	for _, m := range placed.FindAllStringSubmatch(list, -1) {
		if m[1] == "" {
			at -= number(m[0]) * p.size / 1000
			continue
		}
		glyph, err := strconv.ParseUint(m[1], 16, 16)
		if err != nil || int(glyph) >= len(p.face.widths) {
			return fmt.Errorf("%w: glyph %s", errOther, m[1])
		}
		id := "f" + p.face.number + "-" + strconv.FormatUint(glyph, 10)
		outline, seen := p.used[id]
		if !seen {
			outline = p.face.outlines.path(int(glyph))
			if outline != "" {
				p.used[id] = outline
			}
		}
		if outline != "" {
			fmt.Fprintf(&p.body, `<use href="#%s" x="%s"/>`, id, decimals(at/scale, 1))
		}
		if !p.said {
			p.line.WriteString(p.face.says[m[1]])
		}
		at += p.face.widths[glyph] * p.size / 1000
	}
	p.body.WriteString("</g>")
	p.x += at
	return nil
}

func color(parts []string) string {
	hex := "#"
	for _, part := range parts {
		hex += fmt.Sprintf("%02x", int(number(part)*255+0.5))
	}
	return hex
}

// number reads a number of a page, 0 for what is none.
func number(s string) float64 {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return n
}

// decimals writes a number with at most so many decimals.
func decimals(n float64, most int) string {
	s := strconv.FormatFloat(n, 'f', most, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}
