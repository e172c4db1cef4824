package architecture

import (
	"regexp"
	"strings"
	"testing"
)

var (
	fieldOfAFault = regexp.MustCompile(`(?s)\b(?:fault\.Invalid\("[\w.]+", |checkDay\(|checkText\(|WithExtra\("field", )"(\w+)"`)
	fieldOnWire   = regexp.MustCompile(`(?m)^ +(?:(?:- )?name: )?(\w+):?$`)
)

// unsent are fields of faults that no call of the contract has, with the reason.
var unsent = map[string]string{
	"page":         "it is inside the text of the parameter query",
	"advance":      "time travel of the demo city is no call of the contract",
	"productId":    "no call makes an order",
	"tenureMonths": "no call makes an order",
}

// The field of a fault is the name by which the call carries it: the screens go by
// it to the step where it is mended (`mends` of a flow).
func TestTheFieldOfAFaultIsOnTheWire(t *testing.T) {
	wire := map[string]bool{}
	for _, found := range fieldOnWire.FindAllStringSubmatch(read(t, "../../../api/openapi.yaml"), -1) {
		wire[found[1]] = true
	}
	fields := 0
	for _, file := range append(matching(t, "../../*/*.go"), matching(t, "../../*/*/*.go")...) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, found := range fieldOfAFault.FindAllStringSubmatch(read(t, file), -1) {
			fields++
			if name := found[1]; !wire[name] && unsent[name] == "" {
				t.Errorf("%s: the fault names the field %s, which no call has (api/openapi.yaml)", file, name)
			}
		}
	}
	if fields < 60 || len(wire) < 200 {
		t.Errorf("%d fields of faults and %d of the contract were found", fields, len(wire))
	}
}
