package api

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/bound"
)

// formatLines is the format, in the tag of a field, of a text that may have several lines. Every
// other text of a body has one line.
const formatLines = "lines"

// MarshalJSON writes the object as it was read. Objects with a repeated name were refused before.
func (o object) MarshalJSON() ([]byte, error) { return json.Marshal(o.values) }

// writer removes invisible characters from the texts of a body (bound.Line) before the body is
// checked. So what is stored is what readers see. It applies to every field, so a new field cannot
// forget it.
type writer struct {
	registry huma.Registry
	changed  bool
}

// value returns a value of parseJSON as it will be stored. schema is nil if nothing is known about
// the value.
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

// object removes fields whose names contain invisible characters, because none of our fields has
// such a name.
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
