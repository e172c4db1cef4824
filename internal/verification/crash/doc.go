// Package crash kills the real program with SIGKILL in the middle of a billing
// run, at every step of a payment and after each of its writes, starts it again on the
// same database, and proves that nothing is lost and nothing happens twice; three nodes
// on PostgreSQL too, beside a database that loses its power. The payment sandbox
// runs as a process of its own, so that its books survive and can be compared
// with ours.
//
// It is all in tests (docs/simulation.md).
package crash
