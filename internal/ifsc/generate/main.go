// Command generate makes the embedded data of package ifsc from the files of
// the npm package "ifsc" (docs/ifsc.md).
package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rento/internal/ifsc"
)

func main() {
	from := flag.String("from", "", "unpacked npm package ifsc")
	into := flag.String("into", "", "folder of the embedded data")
	flag.Parse()
	if err := generate(*from, *into); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// source is what the package has. Branches of digits only are numbers in it.
type source struct {
	branches map[string][]any
	names    map[string]string
	lent     map[string]string // whole codes
	rules    map[string]string // beginnings of codes; wins over lent
}

func generate(from, into string) error {
	var s source
	for name, target := range map[string]any{
		"IFSC.json": &s.branches, "banknames.json": &s.names, "sublet.json": &s.lent, "custom-sublets.json": &s.rules,
	} {
		raw, err := os.ReadFile(filepath.Join(from, "src", name)) //nolint:gosec // the operator names the folder
		if err != nil {
			return fmt.Errorf("generate: %w", err)
		}
		if err := json.Unmarshal(raw, target); err != nil {
			return fmt.Errorf("generate: %s: %w", name, err)
		}
	}
	files, err := s.encode()
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(into, name), content, 0o644); err != nil { //nolint:gosec // data for everybody
			return fmt.Errorf("generate: %w", err)
		}
	}
	return nil
}

// encode writes the banks that have a name and branches.
func (s source) encode() (map[string][]byte, error) {
	var banks, sublets, all bytes.Buffer
	for _, code := range slices.Sorted(maps.Keys(s.branches)) {
		if s.names[code] == "" {
			continue
		}
		own, err := pack(s.branches[code])
		if err != nil {
			return nil, fmt.Errorf("generate: %s: %w", code, err)
		}
		fmt.Fprintf(&banks, "%s\t%s\n", code, tidy(s.names[code]))
		all.Write(binary.AppendUvarint(nil, uint64(len(own))))
		all.Write(own)
	}
	lent := maps.Clone(s.lent)
	maps.Copy(lent, s.rules)
	for _, beginning := range slices.Sorted(maps.Keys(lent)) {
		// A lent code names its bank by code, or in words.
		fmt.Fprintf(&sublets, "%s\t%s\n", strings.ToUpper(beginning), tidy(cmp.Or(s.names[lent[beginning]], lent[beginning])))
	}
	return map[string][]byte{"banks.tsv": banks.Bytes(), "sublets.tsv": sublets.Bytes(), "branches.bin": all.Bytes()}, nil
}

// tidy leaves single spaces in a name.
func tidy(name string) string { return strings.Join(strings.Fields(name), " ") }

// pack sorts branches and writes their distances.
func pack(branches []any) ([]byte, error) {
	numbers := make([]uint64, 0, len(branches))
	for _, b := range branches {
		text := fmt.Sprint(b)
		if digits, ok := b.(float64); ok {
			text = fmt.Sprintf("%06.0f", digits)
		}
		number, ok := ifsc.Number(text)
		if !ok {
			return nil, fmt.Errorf("%q is not a branch", text)
		}
		numbers = append(numbers, number)
	}
	slices.Sort(numbers)
	var packed []byte
	before := uint64(0)
	for _, n := range slices.Compact(numbers) {
		packed = binary.AppendUvarint(packed, n-before)
		before = n
	}
	return packed, nil
}
