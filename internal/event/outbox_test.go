package event

import (
	"strings"
	"testing"
)

func TestAnAnnouncementFitsOrIsLeftToThePoll(t *testing.T) {
	h := &Hub{node: "12345678"}
	if _, some := h.receive(); some {
		t.Error("there was nothing to announce")
	}
	for i := range int64(mostAnnounced) {
		h.outbox.add(1<<63 - 1 - i)
		h.outbox.add(1<<63 - 1 - i)
	}
	text, some := h.receive()
	if !some || strings.Count(text, ",") != mostAnnounced-1 || len(text) >= 8000 {
		t.Errorf("%v: %d ids in %d bytes, want %v", some, strings.Count(text, ",")+1, len(text), mostAnnounced-1)
	}
	for i := range int64(mostAnnounced + 1) {
		h.outbox.add(i)
	}
	if text, some := h.receive(); some {
		t.Errorf("announced %d bytes", len(text))
	}
	h.outbox.add(7)
	if text, _ := h.receive(); text != "12345678 7" {
		t.Errorf("announced %q, want 12345678 7", text)
	}
}
