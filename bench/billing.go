package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// flatnessBar is how much an invoice may cost at any size, in terms of its cost
// at the smallest, and memoryBar what a run may hold at most, in bytes.
const (
	flatnessBar = 1.2
	memoryBar   = 200e6
)

// billed is what one billing run showed.
type billed struct {
	Invoices int64         `json:"invoices"`
	Took     time.Duration `json:"took"`
	Memory   int64         `json:"memory"` // the most it held, in bytes
	// Processor is how long it had a processor for.
	Processor time.Duration `json:"processor"`
}

func (b billed) each() time.Duration          { return b.Took / time.Duration(b.Invoices) }
func (b billed) processorEach() time.Duration { return b.Processor / time.Duration(b.Invoices) }

// rows compares a run with the smallest; its own rows have no ratio of cost.
func (b billed) rows(customers int, smallest billed, first int) []row {
	cost := row{
		what:  fmt.Sprintf("billing run, %d customers", customers),
		value: fmt.Sprintf("%.0f invoices/s", float64(b.Invoices)/b.Took.Seconds()),
	}
	processor := row{what: "  processor time an invoice", value: micros(b.processorEach())}
	if customers != first {
		cost.beside = fmt.Sprintf("%s an invoice at %d", micros(smallest.each()), first)
		cost = cost.atMost(b.each().Seconds()/smallest.each().Seconds(), flatnessBar)
		processor.beside = fmt.Sprintf("%s at %d", micros(smallest.processorEach()), first)
		processor.ratio = fmt.Sprintf("%.2f", b.processorEach().Seconds()/smallest.processorEach().Seconds())
	}
	memory := row{what: "  memory at most", value: megabytes(b.Memory), beside: megabytes(memoryBar)}
	return []row{cost, processor, memory.atMost(float64(b.Memory)/memoryBar, 1)}
}

// measureBilling bills companies of growing size, each in a process of its own so
// that its memory is its own.
func measureBilling(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	return billSizes(ctx, s, "billing", s.sizes, progress)
}

// measureMillion bills a million customers beside a thousand. It comes last, because
// it takes longest.
func measureMillion(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	return billSizes(ctx, s, "million", []int{1000, s.million}, progress)
}

func billSizes(ctx context.Context, s settings, name string, sizes []int, progress io.Writer) ([]row, error) {
	var rows []row
	var smallest billed
	for i, customers := range sizes {
		d, err := s.bases.empty(sqlite, name+"-"+strconv.Itoa(customers))
		if err != nil {
			return nil, err
		}
		if err := fill(ctx, d, filling{customers: customers, month: firstDay}, progress); err != nil {
			return nil, err
		}
		run, err := billInChild(ctx, d.url)
		if err != nil {
			return rows, err
		}
		if i == 0 {
			smallest = run
		}
		rows = append(rows, run.rows(customers, smallest, sizes[0])...)
	}
	return rows, nil
}

func billInChild(ctx context.Context, path string) (billed, error) {
	self, err := os.Executable()
	if err != nil {
		return billed{}, fmt.Errorf("find this program: %w", err)
	}
	command := exec.CommandContext(ctx, self, "bill", path)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, os.Stderr
	if err := command.Run(); err != nil {
		return billed{}, fmt.Errorf("bill: %w", err)
	}
	var b billed
	if err := json.Unmarshal(out.Bytes(), &b); err != nil {
		return b, fmt.Errorf("read the run's figures: %w", err)
	}
	return b, nil
}

// bill is the child: one billing run, as durable as in production.
func bill(ctx context.Context, path string, out io.Writer) error {
	t, err := openCompany(ctx, path, false, runDay)
	if err != nil {
		return err
	}
	defer func() { _ = t.store.Close() }()
	before, err := processorTime(os.Getpid())
	if err != nil {
		return err
	}
	start := time.Now()
	run, err := t.billing.BillMonth(ctx, firstDay, nil)
	if err != nil {
		return fmt.Errorf("bill: %w", err)
	}
	took := time.Since(start)
	memory, err := memoryLine(os.Getpid(), "VmHWM")
	if err != nil {
		return err
	}
	used, err := processorTime(os.Getpid())
	if err != nil {
		return err
	}
	if err := json.NewEncoder(out).Encode(billed{run.Invoices, took, memory, used - before}); err != nil {
		return fmt.Errorf("write the figures: %w", err)
	}
	return nil
}
