package app

import "context"

// clockNotes warns if nothing keeps the machine's clock right. Otherwise invoices, codes and debits
// could get wrong dates without anybody noticing.
func clockNotes(isSynchronised func() (kept, known bool)) []string {
	if kept, known := isSynchronised(); known && !kept {
		return []string{"the clock of this machine is not synchronised by NTP: invoices, codes and debits would be dated by a wrong clock"}
	}
	return nil
}

// clockGauge publishes 1 while the clock is synchronised and 0 while it is not. It publishes
// nothing if the machine cannot tell.
func (m *Metrics) clockGauge(isSynchronised func() (kept, known bool)) error {
	if _, known := isSynchronised(); !known {
		return nil
	}
	return m.Gauge("rento_clock_synchronised", "1 while NTP or the like keeps the clock of this machine", func(context.Context) (int64, error) {
		if kept, _ := isSynchronised(); kept {
			return 1, nil
		}
		return 0, nil
	})
}
