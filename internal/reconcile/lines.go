package reconcile

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// longestLine is how many bytes of a line are read. A longer line is an error.
const longestLine = 64 << 10

var errLine = errors.New("it is no line of a settlement file")

// lines reads a file of comma-separated values line by line, parsing each line by itself. A cell of
// a settlement file never has a line break, so a stray quote spoils only its own line and does not
// swallow the following ones.
type lines struct {
	file   *bufio.Reader
	number int
	text   string // the line that was read last
	isOpen bool   // it has no line break, so it is the end of the file, and may be cut
}

func newLines(file io.Reader) *lines { return &lines{file: bufio.NewReaderSize(file, longestLine)} }

// next returns the cells of the next line that is not empty, with the line's number. The error is
// io.EOF after the last line, errLine for a line that cannot be parsed, and another error if the
// file cannot be read.
func (l *lines) next() (cells []string, number int, err error) {
	for {
		text, isCut, err := l.read()
		if err != nil {
			return nil, l.number, err
		}
		l.number++
		l.text = text
		if strings.TrimSpace(text) == "" && !isCut {
			continue
		}
		reader := csv.NewReader(strings.NewReader(text))
		cells, err := reader.Read()
		if isCut || err != nil {
			return nil, l.number, fmt.Errorf("line %d: %w", l.number, errLine)
		}
		return cells, l.number, nil
	}
}

// read returns a line without its line break, and whether the line was too long and was cut.
func (l *lines) read() (text string, isCut bool, err error) {
	raw, err := l.file.ReadSlice('\n')
	text = string(raw)
	for errors.Is(err, bufio.ErrBufferFull) {
		isCut = true
		_, err = l.file.ReadSlice('\n')
	}
	if l.isOpen = errors.Is(err, io.EOF) && text != ""; l.isOpen {
		err = nil
	}
	return strings.TrimRight(text, "\r\n"), isCut, err
}
