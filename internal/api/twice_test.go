package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// Every call refuses a list that names an item twice, and changes nothing.
func TestNoItemIsNamedTwice(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	c, lists := o.client(), 0
	before := o.state(c)
	for _, a := range c.attempts() {
		if !nameTwice(a.body) {
			continue
		}
		lists++
		answer := o.send(t, c, a, encodeBody(t, a.body))
		if answer.Code != http.StatusUnprocessableEntity || !strings.Contains(answer.Body.String(), `"code":"item.named_twice"`) {
			t.Errorf("%s: %d %s, want 422 and %q in it", a.call, answer.Code, answer.Body, `"code":"item.named_twice"`)
		}
	}
	if lists < 10 {
		t.Errorf("only %d calls take lists of items", lists)
	}
	if after := o.state(c); len(before) == 0 || after[c.id] != before[c.id] {
		t.Errorf("what was refused has changed %s to %s", before[c.id], after[c.id])
	}
}

// nameTwice repeats the first item of each list of items in a body, and reports whether there is
// one.
func nameTwice(body any) bool {
	o, ok := body.(object)
	if !ok {
		return false
	}
	found := false
	for name, value := range o {
		list, isList := value.([]any)
		switch {
		case isList && (name == "orderItemIds" || name == "orderItems") || isList && len(list) > 0 && namesItem(list[0]):
			o[name], found = append(list, list[0]), true
			if count, counted := o["orderItemCount"].(int64); counted {
				o["orderItemCount"] = count + 1
			}
		default:
			found = nameTwice(value) || found
		}
	}
	return found
}

// namesItem reports whether a list element is about one item.
func namesItem(element any) bool {
	o, ok := element.(object)
	return ok && o["orderItemId"] != nil && o["ticketId"] == nil
}
