package mail_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	netmail "net/mail"
	"strings"
	"testing"

	"rento/internal/provider"
	"rento/internal/provider/mail"
)

// relay is a mail relay that answers RCPT in one way and hands on what it took.
func relay(t *testing.T, toRecipient string) (addr string, letters <-chan string) {
	t.Helper()
	return relayThatAnswers(t, map[string]string{"RCPT": toRecipient})
}

// relayThatAnswers has answers of its own to some commands; "" ends the
// conversation without one.
func relayThatAnswers(t *testing.T, answers map[string]string) (addr string, letters <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	taken := make(chan string, 1)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		converse(conn, answers, taken)
	}()
	return listener.Addr().String(), taken
}

// converse speaks the relay's part of SMTP.
func converse(conn net.Conn, answers map[string]string, taken chan<- string) {
	lines := bufio.NewScanner(conn)
	fmt.Fprint(conn, "220 relay ready\r\n")
	for lines.Scan() {
		verb := strings.ToUpper(strings.Fields(lines.Text() + " .")[0])
		if answer, own := answers[verb]; own {
			if answer == "" {
				return
			}
			fmt.Fprint(conn, answer+"\r\n")
			continue
		}
		switch verb {
		case "EHLO":
			fmt.Fprint(conn, "250-relay\r\n250 8BITMIME\r\n")
		case "DATA":
			fmt.Fprint(conn, "354 go on\r\n")
			var letter strings.Builder
			for lines.Scan() && lines.Text() != "." {
				letter.WriteString(lines.Text() + "\n")
			}
			taken <- letter.String()
			fmt.Fprint(conn, "250 taken\r\n")
		case "QUIT":
			fmt.Fprint(conn, "221 bye\r\n")
			return
		default:
			fmt.Fprint(conn, "250 ok\r\n")
		}
	}
}

var letter = provider.Message{To: "asha@example.in", Subject: "Your invoice", Body: "Hello Asha,\n\n₹1,299 is due."}

func TestSend(t *testing.T) {
	addr, letters := relay(t, "250 ok")
	s, err := mail.New(mail.Options{Addr: addr, From: "no-reply@rento.example"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), letter); err != nil {
		t.Fatal(err)
	}
	got := <-letters
	for _, want := range []string{"Subject: Your invoice", "To: <asha@example.in>", "From: <no-reply@rento.example>", "Hello Asha,", "=E2=82=B91,299 is due."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
	}
}

// A letter that the relay has taken is sent, however the conversation ends: it
// is not sent again.
func TestWhatTheRelayHasTakenIsSent(t *testing.T) {
	for name, answers := range map[string]map[string]string{
		"QUIT is refused": {"QUIT": "421 4.3.2 closing"}, "hung up at QUIT": {"QUIT": ""}, "hung up after the letter": {"RSET": "", "QUIT": ""},
		"RSET is refused": {"RSET": "451 4.3.0 busy"},
	} {
		addr, letters := relayThatAnswers(t, answers)
		s, err := mail.New(mail.Options{Addr: addr, From: "no-reply@rento.example"})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Send(t.Context(), letter); err != nil {
			t.Errorf("%s: %v, but the relay has it", name, err)
		}
		if got := <-letters; !strings.Contains(got, "Your invoice") {
			t.Errorf("%s: the relay took %q, want %q in it", name, got, "Your invoice")
		}
	}
}

func TestWhatIsKnownAfterAFailure(t *testing.T) {
	dead, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := dead.Addr().String()
	if err := dead.Close(); err != nil {
		t.Fatal(err)
	}
	unknown, _ := relay(t, "550 5.1.1 no such person")
	full, _ := relay(t, "452 4.2.2 mailbox full")
	cases := []struct {
		name, addr, to string
		want           provider.Outcome
	}{
		{"no such person", unknown, "asha@example.in", provider.Declined},
		{"mailbox full", full, "asha@example.in", provider.NotAttempted},
		{"relay is down", nobody, "asha@example.in", provider.NotAttempted},
		{"no mail address", nobody, "asha at home", provider.Declined},
		{"header injection", nobody, "asha@example.in\r\nBcc: all@example.in", provider.Declined},
	}
	for _, c := range cases {
		s, err := mail.New(mail.Options{Addr: c.addr, From: "no-reply@rento.example"})
		if err != nil {
			t.Fatal(err)
		}
		m := letter
		m.To = c.to
		if err := s.Send(t.Context(), m); err == nil || provider.OutcomeOf(err) != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

func TestNewRefusesWhatCannotWork(t *testing.T) {
	for _, o := range []mail.Options{
		{Addr: "relay.example", From: "a@example.in"},
		{Addr: "relay.example:smtp", From: "a@example.in"},
		{Addr: "relay.example:25", From: "nobody"},
		{Addr: "relay.example:0", From: "a@example.in"},
		{Addr: "relay.example:65536", From: "a@example.in"},
		{Addr: ":25", From: "a@example.in"},
		{Addr: "relay.example:25", From: "a@example.in\r\n"},
		{Addr: "relay.example:25", From: "a@example.in\r\nBcc: b@example.in"},
	} {
		if _, err := mail.New(o); err == nil {
			t.Errorf("got %+v was taken; want err other than nil", o)
		}
	}
}

// Documents arrive as they were attached, byte by byte and under its name, with the
// text beside it; a letter that is sent again has the same name of its own.
func TestAnAttachmentArrivesWhole(t *testing.T) {
	document := []byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n.\n.\r\n" + strings.Repeat("\x00\xff long line ", 500) + "\n%%EOF\n")
	names := map[string]bool{}
	for range 2 {
		addr, letters := relay(t, "250 ok")
		s, err := mail.New(mail.Options{Addr: addr, From: "Rento <no-reply@rento.example>"})
		if err != nil {
			t.Fatal(err)
		}
		m := letter
		m.ID, m.Subject, m.Attached = "4711", "कर बिल KA/26-27/0000001", []provider.File{{Name: "KA-26-27-0000001.pdf", PDF: document}, {Name: "KA-26-27-C000001.pdf", PDF: document[:100]}}
		if err := s.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		got, err := netmail.ReadMessage(strings.NewReader(<-letters))
		if err != nil {
			t.Fatal(err)
		}
		names[got.Header.Get("Message-ID")] = true
		if subject, err := new(mime.WordDecoder).DecodeHeader(got.Header.Get("Subject")); err != nil || subject != m.Subject {
			t.Errorf("the subject is %q (%v), want %q", subject, err, m.Subject)
		}
		kind, parameters, err := mime.ParseMediaType(got.Header.Get("Content-Type"))
		if err != nil || kind != "multipart/mixed" {
			t.Fatalf("it is %s (%v), want multipart/mixed", kind, err)
		}
		parts := multipart.NewReader(got.Body, parameters["boundary"])
		text, err := parts.NextPart() // which decodes quoted-printable
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(text); err != nil || strings.ReplaceAll(strings.TrimSpace(string(body)), "\r", "") != m.Body {
			t.Errorf("the text is %q (%v), want %q", body, err, m.Body)
		}
		for _, want := range m.Attached {
			file, err := parts.NextPart()
			if err != nil {
				t.Fatal(err)
			}
			if file.FileName() != want.Name || !strings.HasPrefix(file.Header.Get("Content-Type"), "application/pdf") || file.Header.Get("Content-Transfer-Encoding") != "base64" {
				t.Errorf("the file is %q, %v; want %s as application/pdf in base64", file.FileName(), file.Header, want.Name)
			}
			raw, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, file))
			if err != nil || !bytes.Equal(raw, want.PDF) {
				t.Errorf("%d bytes arrived (%v), want the %d that were attached", len(raw), err, len(want.PDF))
			}
		}
		if _, err := parts.NextPart(); !errors.Is(err, io.EOF) {
			t.Errorf("there is a fourth part (%v), want three", err)
		}
	}
	if len(names) != 1 || !names["<4711@rento.example>"] {
		t.Errorf("the letters are named %v, want <4711@rento.example> twice", names)
	}
}
