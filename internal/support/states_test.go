package support

import "testing"

// All pairs of states: where a thread may go, and when the customer last asked for a person.
func TestWhereAThreadMayGo(t *testing.T) {
	may := map[[2]State]bool{
		{WithAssistant, Waiting}: true, {WithAssistant, Closed}: true,
		{Waiting, Answered}: true, {Waiting, Closed}: true,
		{Answered, Waiting}: true, {Answered, Closed}: true,
		{Closed, Waiting}: true, {Closed, Answered}: true,
	}
	states := []State{WithAssistant, Waiting, Answered, Closed}
	for _, from := range states {
		for _, to := range states {
			th := &thread{State: from}
			if from != WithAssistant {
				th.askedAt = 7
			}
			asked := th.askedAt
			err := th.move(to, 9)
			if want := may[[2]State{from, to}] || from == to; (err == nil) != want || from.May(to) != may[[2]State{from, to}] {
				t.Errorf("%s to %s: %v, want ok %t", from, to, err, want)
				continue
			}
			if err != nil {
				continue
			}
			want := asked
			if to == Waiting && from != Waiting && from != Closed {
				want = 9
			}
			if th.askedAt != want || th.State != to {
				t.Errorf("%s to %s: %s since %d, want since %d", from, to, th.State, th.askedAt, want)
			}
		}
	}
}
