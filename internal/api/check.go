package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"rento/internal/fault"
)

// maxProblems is the maximum number of problems in a refusal. Nobody needs more.
const maxProblems = 10

// problem is a field that does not match its schema, and what is wrong with it. It contains nothing
// of what was sent.
type problem struct {
	location, message string
}

// checker compares what was sent with a schema.
type checker struct {
	registry huma.Registry
	problems []problem
	closed   bool // refuse names that the schema does not know
}

// check returns the first problems, at most maxProblems, of a tree from parseJSON. The length of a
// list is checked before its elements. Names that the schema does not know are accepted, but they
// are bounded and unique like all others.
func check(registry huma.Registry, schema *huma.Schema, path string, tree any) []problem {
	c := checker{registry: registry}
	c.value(schema, path, tree)
	return c.problems
}

// checkClosed is check for bodies that the company's own systems send. A misspelt name there loses an
// amount or a customer, so names that the schema does not know are problems.
func checkClosed(registry huma.Registry, schema *huma.Schema, path string, tree any) []problem {
	c := checker{registry: registry, closed: true}
	c.value(schema, path, tree)
	return c.problems
}

func (c *checker) add(path, message string) {
	if len(c.problems) < maxProblems {
		c.problems = append(c.problems, problem{path, message})
	}
}

// value checks one value. schema is nil if nothing is known about it.
func (c *checker) value(schema *huma.Schema, path string, v any) {
	if len(c.problems) == maxProblems {
		return
	}
	for schema != nil && schema.Ref != "" {
		schema = c.registry.SchemaFromRef(schema.Ref)
	}
	switch v := v.(type) {
	case []any:
		c.list(schema, path, v)
	case object:
		c.object(schema, path, v)
	default:
		c.scalar(schema, path, v)
	}
}

func (c *checker) list(schema *huma.Schema, path string, list []any) {
	most := maxList
	var items *huma.Schema
	if schema != nil && schema.Type != "" {
		if schema.Type != huma.TypeArray {
			c.scalar(schema, path, list[:0])
			return
		}
		items = schema.Items
		if schema.MaxItems != nil {
			most = min(most, *schema.MaxItems)
		}
		if schema.MinItems != nil && len(list) < *schema.MinItems {
			c.add(path, fmt.Sprintf(validation.MsgExpectedMinItems, *schema.MinItems))
		}
	}
	if len(list) > most {
		c.add(path, fmt.Sprintf(validation.MsgExpectedMaxItems, most))
		return
	}
	for i, v := range list {
		c.value(items, within(items, path, "["+strconv.Itoa(i)+"]"), v)
	}
}

func (c *checker) object(schema *huma.Schema, path string, o object) {
	if schema != nil && schema.Type != "" && schema.Type != huma.TypeObject {
		c.scalar(schema, path, map[string]any(nil))
		return
	}
	known := map[string]*huma.Schema{}
	if schema != nil {
		known = schema.Properties
	}
	if len(o.values) > maxNames {
		c.add(path, fmt.Sprintf(validation.MsgExpectedMaxProperties, maxNames))
		return
	}
	if o.again != "" {
		c.again(known, path, o.again)
		return
	}
	for _, name := range sortedNames(known) {
		c.property(schema, path, name, o)
	}
	for name, v := range o.values {
		_, ok := known[name]
		switch {
		case ok:
		case c.closed && len(known) > 0:
			c.add(path, "expected no names but "+strings.Join(sortedNames(known), ", "))
			return
		default:
			c.value(nil, path, v)
		}
	}
}

// again adds the problem of a name that occurs twice. It does not repeat a name that is not one of
// ours, because such a name can contain anything.
func (c *checker) again(known map[string]*huma.Schema, path, name string) {
	for ours := range known {
		if fold(ours) == fold(name) {
			c.add(path+"."+ours, "expected name to be present once")
			return
		}
	}
	c.add(path, "expected each name to be present once, in one case")
}

func (c *checker) property(schema *huma.Schema, path, name string, o object) {
	required := slices.Contains(schema.Required, name)
	v, ok := o.values[name]
	switch {
	case !ok && o.other(name) != "":
		c.add(path+"."+name, "expected name to be written in this case")
	case !ok && required && !o.cut:
		c.add(path, fmt.Sprintf(validation.MsgExpectedRequiredProperty, name))
	case !ok, v == nil && !required: // nothing to check
	default:
		c.value(schema.Properties[name], path+"."+name, v)
	}
}

// scalar leaves the check of a value to the framework.
func (c *checker) scalar(schema *huma.Schema, path string, v any) {
	if schema == nil {
		return
	}
	found := huma.ValidateResult{}
	huma.Validate(c.registry, schema, huma.NewPathBuffer([]byte(path), len(path)), huma.ModeWriteToServer, v, &found)
	for _, err := range found.Errors {
		if detail, ok := err.(*huma.ErrorDetail); ok { //nolint:errorlint // the framework makes it right here
			c.add(detail.Location, detail.Message)
		}
	}
}

// within returns the path of a value inside another one. Below an unknown value the path stays the
// same, because the names there can be anything.
func within(schema *huma.Schema, path, step string) string {
	if schema == nil {
		return path
	}
	return path + step
}

func sortedNames(properties map[string]*huma.Schema) []string {
	names := make([]string, 0, len(properties))
	for name := range properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// invalidInput returns the fault for problems. There must be at least one.
func invalidInput(problems []problem) *fault.Fault {
	problems = problems[:min(len(problems), maxProblems)]
	listed := make([]map[string]any, len(problems))
	for i, p := range problems {
		listed[i] = map[string]any{"field": field(p.location), "problem": p.message}
	}
	first := field(problems[0].location)
	f := fault.Invalid("request.field_invalid", first, "Please check {field}: {problem}.",
		fault.With("field", name(first)), fault.With("problem", problems[0].message))
	return f.WithExtra("problems", listed)
}
