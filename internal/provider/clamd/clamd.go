// Package clamd has files scanned for malware by clamd, the daemon of ClamAV, by
// the commands of its socket (clamd(8)): zINSTREAM and zVERSION.
package clamd

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"rento/internal/provider"
)

// Name of the scanner.
const Name = "clamd"

const (
	dialTime    = 5 * time.Second
	versionTime = 10 * time.Second
	// scanTime is how long a scan may take, with the time that clamd has a file wait
	// for others.
	scanTime = 45 * time.Second
	// chunk is how many bytes are sent at once.
	chunk = 64 << 10
	// longestReply is more than any reply has, in bytes.
	longestReply = 4 << 10
)

// Client asks one clamd. It is safe for concurrent use: each call has a connection
// of its own.
type Client struct{ network, address string }

// New returns the client of a clamd at a host:port or at the absolute path of a unix
// socket. What is sent by TCP is not encrypted, so that an IP address must be of this
// machine or of a private network.
func New(address string) (*Client, error) {
	if filepath.IsAbs(address) {
		return &Client{"unix", address}, nil
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%q is neither host:port nor the absolute path of a socket", address)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 || host == "" {
		return nil, fmt.Errorf("%q is not host:port", address)
	}
	if ip, err := netip.ParseAddr(host); err == nil && !ip.IsLoopback() && !ip.IsPrivate() && !ip.IsLinkLocalUnicast() {
		return nil, fmt.Errorf("%q is an address of the internet, where others could read the files; use a private network or a socket", address)
	}
	return &Client{"tcp", address}, nil
}

// Name implements provider.Scanner.
func (*Client) Name() string { return Name }

// Scan implements provider.Scanner, within 45 seconds.
func (c *Client) Scan(ctx context.Context, file io.Reader) (found string, err error) {
	const command = "INSTREAM"
	reply, err := c.request(ctx, command, scanTime, func(to io.Writer) error { return send(to, file) })
	if err != nil {
		return "", err
	}
	answer, ok := strings.CutPrefix(reply, "stream: ")
	if found, ok := strings.CutSuffix(answer, " FOUND"); ok && found != "" {
		return found, nil
	}
	if ok && answer == "OK" {
		return "", nil
	}
	return "", refused(command, reply)
}

// Version returns what clamd says of itself: its version, and the number and the day
// of its signatures.
func (c *Client) Version(ctx context.Context) (string, error) {
	const command = "VERSION"
	reply, err := c.request(ctx, command, versionTime, func(io.Writer) error { return nil })
	if err == nil && !strings.HasPrefix(reply, "ClamAV ") {
		err = refused(command, reply)
	}
	return reply, err
}

// request sends a command and what belongs to it, and returns the reply without its end.
func (c *Client) request(ctx context.Context, command string, within time.Duration, more func(to io.Writer) error) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	conn, err := (&net.Dialer{Timeout: dialTime}).DialContext(ctx, c.network, c.address)
	if err != nil {
		return "", failed(command, provider.NotAttempted, err)
	}
	defer func() { _ = conn.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	_, sent := io.WriteString(conn, "z"+command+"\x00")
	if sent == nil {
		sent = more(conn)
	}
	if errors.Is(sent, errFile) { // clamd waits for the rest of it
		return "", failed(command, provider.NotAttempted, sent)
	}
	reply, read := bufio.NewReader(io.LimitReader(conn, longestReply)).ReadString(0)
	if read != nil { // with what went wrong before, and why the connection was closed
		return "", failed(command, provider.Unknown, errors.Join(sent, read, ctx.Err()))
	}
	if reply = strings.TrimSuffix(reply, "\x00"); sent != nil { // clamd hangs up on a file that is too large for it, and says so
		return "", failed(command, provider.Unknown, fmt.Errorf("%w, after %q", sent, reply))
	}
	return reply, nil
}

// errFile says that the file could not be read, whatever clamd does.
var errFile = errors.New("read the file")

// send sends a file in chunks, each after its length, and a length of 0 at the end.
func send(to io.Writer, file io.Reader) error {
	const length = 4 // bytes
	buffer := make([]byte, length+chunk)
	for {
		n, err := file.Read(buffer[length:])
		if n > 0 {
			binary.BigEndian.PutUint32(buffer, uint32(n))
			if _, err := to.Write(buffer[:length+n]); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF:
			_, err := to.Write(make([]byte, length))
			return err
		case err != nil:
			return fmt.Errorf("%w: %w", errFile, err)
		}
	}
}

func failed(command string, outcome provider.Outcome, cause error) error {
	return &provider.Error{Provider: Name, Call: command, Outcome: outcome, Cause: cause}
}

func refused(command, reply string) error {
	return &provider.Error{Provider: Name, Call: command, Outcome: provider.Declined, Reason: reply, Cause: errors.New("clamd could not do it")}
}
