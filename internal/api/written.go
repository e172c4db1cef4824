package api

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/bound"
)

// formatLines is the format of a text that may have several lines, in the tag of
// its field; every other text of a body has one.
const formatLines = "lines"

// MarshalJSON writes the object as it was read; a name that stands in it twice is
// refused before.
func (o object) MarshalJSON() ([]byte, error) { return json.Marshal(o.values) }

// writer takes what nobody sees out of the texts of a body (bound.Line), before
// the body is checked: what is stored is what its reader sees, and a field that is
// added later cannot forget it.
type writer struct {
	registry huma.Registry
	changed  bool
}

// value returns a value of parseJSON as it is stored; schema is nil where nothing
// is known about it.
func (w *writer) value(schema *huma.Schema, v any) any {
	for schema != nil && schema.Ref != "" {
		schema = w.registry.SchemaFromRef(schema.Ref)
	}
	switch v := v.(type) {
	case string:
		return w.text(schema, v)
	case []any:
		var items *huma.Schema
		if schema != nil {
			items = schema.Items
		}
		for i := range v {
			v[i] = w.value(items, v[i])
		}
	case object:
		w.object(schema, v)
	}
	return v
}

func (w *writer) text(schema *huma.Schema, text string) string {
	clean := bound.Line(text)
	if schema != nil && schema.Format == formatLines {
		clean = bound.Lines(text)
	}
	w.changed = w.changed || clean != text
	return clean
}

// object leaves out what has a name with something that nobody sees: it is no name
// of ours.
func (w *writer) object(schema *huma.Schema, o object) {
	for name, v := range o.values {
		if bound.Line(name) != name {
			delete(o.values, name)
			w.changed = true
			continue
		}
		var of *huma.Schema
		if schema != nil {
			of = schema.Properties[name]
		}
		o.values[name] = w.value(of, v)
	}
}
