// Package architecture holds no code: its tests check that the packages of the
// project import each other in one direction only (docs/architecture.md).
package architecture
