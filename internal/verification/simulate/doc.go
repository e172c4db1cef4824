// Package simulate proves billing and payments by deterministic simulation: a
// small rental company with the production services, a real SQLite database
// and the production adapter of a gateway runs through months of virtual time in
// one goroutine, while a seed decides what customers do and what breaks. After
// each step invariants are checked against the gateway's own books and against
// a reference model that shares no code with the services.
//
// It is all in tests. docs/simulation.md tells what is simulated, what must
// hold, how to replay a seed, and which bugs are planted to prove that the
// simulation can fail.
package simulate
