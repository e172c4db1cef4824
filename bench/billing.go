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

// flatnessBar is the maximum cost of an invoice at any size, relative to its cost at the smallest
// size. memoryBar is the maximum memory of a run in bytes.
const (
	flatnessBar = 1.2
	memoryBar   = 200e6
)

// batch is the result of one run over a whole company.
type batch struct {
	Units     int64         `json:"units"`
	Took      time.Duration `json:"took"`
	Memory    int64         `json:"memory"`    // peak memory in bytes
	Processor time.Duration `json:"processor"` // processor time
}

func (b batch) each() time.Duration          { return b.Took / time.Duration(b.Units) }
func (b batch) processorEach() time.Duration { return b.Processor / time.Duration(b.Units) }

// batchKind is a kind of run. Each run has a process of its own, so that its memory can be
// measured.
type batchKind struct {
	name, child, unit string
	bar               float64 // maximum cost of a unit at any size, relative to its cost at the smallest
}

// rows compares a run with the smallest run. The rows of the smallest run itself have no cost
// ratio.
func (k batchKind) rows(b batch, customers int, smallest batch, first int) []row {
	cost := row{
		what:  fmt.Sprintf("%s, %d customers", k.name, customers),
		value: fmt.Sprintf("%.0f %ss/s", float64(b.Units)/b.Took.Seconds(), k.unit),
	}
	processor := row{what: "  processor time of each", value: micros(b.processorEach())}
	if customers != first {
		cost.beside = fmt.Sprintf("%s each at %d", micros(smallest.each()), first)
		cost = cost.atMost(b.each().Seconds()/smallest.each().Seconds(), k.bar)
		processor.beside = fmt.Sprintf("%s at %d", micros(smallest.processorEach()), first)
		processor.ratio = fmt.Sprintf("%.2f", b.processorEach().Seconds()/smallest.processorEach().Seconds())
	}
	memory := row{what: "  memory at most", value: megabytes(b.Memory), beside: megabytes(memoryBar)}
	return []row{cost, processor, memory.atMost(float64(b.Memory)/memoryBar, 1)}
}

// run does the work in child processes, on companies of growing size.
func (k batchKind) run(ctx context.Context, s settings, bases string, sizes []int, f filling, progress io.Writer) ([]row, error) {
	var rows []row
	var smallest batch
	for i, customers := range sizes {
		d, err := s.bases.empty(sqlite, bases+"-"+strconv.Itoa(customers))
		if err != nil {
			return nil, err
		}
		f.customers = customers
		if err := fill(ctx, d, f, progress); err != nil {
			return nil, err
		}
		b, err := inChild(ctx, k.child, d.url)
		if err != nil {
			return rows, err
		}
		if i == 0 {
			smallest = b
		}
		rows = append(rows, k.rows(b, customers, smallest, sizes[0])...)
	}
	return rows, nil
}

var billingRun = batchKind{name: "billing run", child: "bill", unit: "invoice", bar: flatnessBar}

// measureBilling bills companies of growing size.
func measureBilling(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	return billingRun.run(ctx, s, "billing", s.sizes, filling{month: firstDay}, progress)
}

// measureMillion bills a million customers and compares with a thousand. It runs last, because it
// takes longest.
func measureMillion(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	return billingRun.run(ctx, s, "million", []int{1000, s.million}, filling{month: firstDay}, progress)
}

func inChild(ctx context.Context, name, url string) (batch, error) {
	self, err := os.Executable()
	if err != nil {
		return batch{}, fmt.Errorf("find this program: %w", err)
	}
	command := exec.CommandContext(ctx, self, name, url)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, os.Stderr
	if err := command.Run(); err != nil {
		return batch{}, fmt.Errorf("%s: %w", name, err)
	}
	var b batch
	if err := json.Unmarshal(out.Bytes(), &b); err != nil {
		return b, fmt.Errorf("read the run's figures: %w", err)
	}
	return b, nil
}

// child opens a company with the durability of production, does the work and writes the figures.
// work returns the number of units.
func child(work func(context.Context, *company) (int64, error)) func(context.Context, string, io.Writer) error {
	return func(ctx context.Context, url string, out io.Writer) error {
		c, err := openCompany(ctx, url, false, runDay)
		if err != nil {
			return err
		}
		defer func() { _ = c.store.Close() }()
		before, err := processorTime(os.Getpid())
		if err != nil {
			return err
		}
		start := time.Now()
		units, err := work(ctx, c)
		if err != nil {
			return err
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
		if err := json.NewEncoder(out).Encode(batch{units, took, memory, used - before}); err != nil {
			return fmt.Errorf("write the figures: %w", err)
		}
		return nil
	}
}

func bill(ctx context.Context, c *company) (int64, error) {
	run, err := c.billing.BillMonth(ctx, firstDay, nil)
	if err != nil {
		return 0, fmt.Errorf("bill: %w", err)
	}
	return run.Invoices, nil
}
