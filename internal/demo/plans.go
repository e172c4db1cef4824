package demo

import (
	"math/rand/v2"

	"rento/internal/calendar"
)

// plan is what a person does in the demo city, by date.
type plan struct {
	persona string // the persona's key, empty for other people
	person  Person
	city    string // slug
	place   int    // which of the city's localities
	traits  traits
	joined  calendar.Date
	orders  []plannedOrder
	closure calendar.Date // when everything is picked up, zero if not yet
	// byDeposit leaves the last bills before the closure to be paid from the deposit.
	byDeposit bool
	// payDay is the day of the month on which bills are paid.
	payDay int
	// unpaid is how many of the newest monthly bills stay unpaid.
	unpaid int
	// clumsy people sometimes need a second try at paying.
	clumsy bool
	// silent means that the browser never reports the payment, so that only the webhook does.
	silent bool
}

// traits are settings of the account.
type traits struct {
	kycPending        bool
	business          bool
	autoDebitRequired bool
	creditHistory     bool
}

type plannedOrder struct {
	on     calendar.Date
	slugs  []string
	tenure int64 // months
	// transferable is how many of the items, from the first, may be transferred to somebody else.
	transferable int
	// owing leaves the deposit unpaid.
	owing bool
}

// deliveryDays is the number of days from an order to its delivery.
const deliveryDays = 2

// personaPlans returns the plans of all personas, for a city whose present day is today, whose
// newest bills were made on the day bill, and whose history began on start.
func personaPlans(start, bill, today calendar.Date) []plan {
	ago := func(months, day int) calendar.Date {
		date := today.MonthStart().AddMonths(-months).AddDays(day - 1)
		return calendar.Later(date, start)
	}
	days := func(n int) calendar.Date { return calendar.Later(today.AddDays(-n), start) }
	plans := map[string]plan{
		"asha": {
			city: "bangalore", joined: ago(8, 12), payDay: 5, unpaid: 2,
			traits: traits{autoDebitRequired: true, creditHistory: true},
			orders: []plannedOrder{
				{on: ago(8, 12), slugs: []string{"sofa-3-seater", "fridge-double-door"}, tenure: 12},
				{on: ago(6, 20), slugs: []string{"ac-split-1-ton"}, tenure: 12},
			},
		},
		"bilal": {
			city: "hyderabad", joined: ago(4, 6), payDay: 1,
			orders: []plannedOrder{
				{on: ago(4, 6), slugs: []string{"bed-queen", "mattress-queen"}, tenure: 12},
				{on: days(8), slugs: []string{"wardrobe-2-door", "study-desk"}, tenure: 12, owing: true},
			},
		},
		"chitra": {
			city: "chennai", joined: ago(10, 3), payDay: 1, closure: days(9),
			orders: []plannedOrder{{on: ago(10, 3), slugs: []string{"washing-machine-front", "tv-43", "bookshelf"}, tenure: 6}},
		},
		"dev": {
			city: "delhi", joined: ago(2, 16), payDay: 1, traits: traits{kycPending: true},
			orders: []plannedOrder{{on: ago(2, 16), slugs: []string{"laptop"}, tenure: 6}},
		},
		"esha": {
			city: "mumbai", joined: ago(9, 8), payDay: 1, traits: traits{creditHistory: true},
			orders: []plannedOrder{
				{on: ago(9, 8), slugs: []string{"sofa-2-seater", "coffee-table"}, tenure: 12, transferable: 2},
				{on: ago(5, 14), slugs: []string{"tv-55"}, tenure: 12, transferable: 1},
			},
		},
		"farid": {
			city: "bangalore", joined: ago(11, 5), payDay: 1, traits: traits{business: true},
			orders: []plannedOrder{{on: ago(11, 5), slugs: []string{"monitor-27", "office-chair", "study-desk", "printer"}, tenure: 24}},
		},
		"gauri": {
			city: "pune", joined: ago(7, 9), payDay: 4, unpaid: 1, traits: traits{autoDebitRequired: true},
			orders: []plannedOrder{{on: ago(7, 9), slugs: []string{"bed-king-storage", "wardrobe-3-door"}, tenure: 12}},
		},
		"hari": {
			city: "kolkata", joined: ago(13, 10), payDay: 1, closure: ago(3, 18), byDeposit: true,
			orders: []plannedOrder{{on: ago(13, 10), slugs: []string{"dining-table-4", "microwave"}, tenure: 9}},
		},
		"indu": {
			city: "gurugram", joined: ago(6, 11), payDay: 1,
			orders: []plannedOrder{
				{on: ago(6, 11), slugs: []string{"treadmill"}, tenure: 12, transferable: 1},
				{on: ago(6, 11), slugs: []string{"water-purifier"}, tenure: 3, transferable: 1}, // the tenure is over, so that leaving costs nothing
				{on: ago(6, 11), slugs: []string{"air-purifier"}, tenure: 12, transferable: 1},
			},
		},
		"jaya": {
			city: "mysuru", joined: ago(5, 7), payDay: 1,
			orders: []plannedOrder{{
				on: ago(5, 7), tenure: 12, transferable: 2,
				slugs: []string{"sofa-3-seater", "tv-43", "bed-queen", "mattress-queen", "ac-split-1-5-ton"},
			}},
		},
		"kabir": {
			city: "mysuru", joined: ago(14, 2), payDay: 6, unpaid: 1,
			orders: []plannedOrder{{on: ago(14, 2), slugs: []string{"fridge-single-door"}, tenure: 24, transferable: 1}},
		},
		"mohan": {
			city: "chennai", joined: ago(6, 8), payDay: 3, unpaid: 1,
			orders: []plannedOrder{{on: ago(6, 8), slugs: []string{"fridge-double-door", "microwave"}, tenure: 12}},
		},
		"nita": {
			city: "bangalore", joined: ago(6, 15), payDay: 3, unpaid: 1,
			orders: []plannedOrder{{on: ago(6, 15), slugs: []string{"washing-machine-top", "water-heater"}, tenure: 12}},
		},
		"omkar": {
			city: "pune", joined: ago(6, 10), payDay: 1,
			orders: []plannedOrder{{on: ago(6, 10), slugs: []string{"sofa-2-seater", "washing-machine-front", "tv-43"}, tenure: 12}},
		},
		"leela": {city: "jaipur", joined: days(1), traits: traits{kycPending: true}},
	}
	came := calendar.Later(bill.AddDays(-12), start)
	plans["veda"] = plan{
		city: "kolkata", joined: came, payDay: 5, unpaid: 1,
		orders: []plannedOrder{{on: came, slugs: []string{"study-desk", "office-chair"}, tenure: 6}},
	}
	for _, key := range []string{"pooja", "qadir", "rhea", "samir", "tanvi", "usman"} {
		plans[key] = plan{city: "bangalore", joined: days(kycBegins), traits: traits{kycPending: true}}
	}
	list := make([]plan, 0, len(personas))
	for i, p := range personas {
		l := plans[p.Key]
		l.persona, l.place = p.Key, i%6
		l.person = Person{Name: p.Name, Email: p.Email(), Mobile: p.Mobile}
		list = append(list, l)
	}
	return list
}

// bundles are products that people tend to order together.
var bundles = [][]string{
	{"bed-single", "mattress-queen", "study-desk"},
	{"sofa-2-seater", "coffee-table"},
	{"fridge-single-door"},
	{"washing-machine-top", "fridge-double-door"},
	{"tv-43", "tv-unit"},
	{"ac-split-1-ton"},
	{"office-chair", "study-desk"},
	{"laptop"},
	{"bed-queen", "mattress-queen", "bedside-table"},
	{"microwave", "induction-hob"},
	{"dining-table-4"},
	{"wardrobe-2-door", "shoe-rack"},
	{"game-console", "tv-55", "soundbar"},
	{"exercise-bike"},
	{"baby-crib", "chest-of-drawers"},
	{"air-cooler"},
	{"water-purifier", "microwave"},
	{"projector", "bean-bag"},
	{"monitor-27", "office-chair"},
	{"recliner", "floor-lamp"},
}

var tenures = []int64{3, 6, 6, 9, 12, 12, 12}

// otherPlan makes the plan of the n-th person who is not a persona.
func otherPlan(random *rand.Rand, n int, start, today calendar.Date) plan {
	span := max(1, today.Sub(start)-20)
	joined := start.AddDays(random.IntN(span))
	l := plan{
		person: person(random, n), city: cities[random.IntN(len(cities))].Slug, place: random.IntN(6),
		joined: joined, payDay: 2 + random.IntN(8),
		traits: traits{kycPending: random.IntN(12) == 0, autoDebitRequired: random.IntN(4) == 0, creditHistory: random.IntN(2) == 0},
		clumsy: random.IntN(10) == 0, silent: random.IntN(10) == 0,
	}
	tenure := tenures[random.IntN(len(tenures))]
	l.orders = []plannedOrder{{on: joined, slugs: bundles[random.IntN(len(bundles))], tenure: tenure, transferable: random.IntN(3)}}
	if second := joined.AddDays(30 + random.IntN(90)); random.IntN(3) == 0 && second.Before(today.AddDays(-10)) {
		l.orders = append(l.orders, plannedOrder{on: second, slugs: bundles[random.IntN(len(bundles))], tenure: tenure})
	}
	// People who leave wait for the end of all tenures, after which leaving costs nothing.
	newest := l.orders[len(l.orders)-1].on
	if end := newest.AddDays(deliveryDays).AddMonths(int(tenure)).AddDays(random.IntN(20)); end.Before(today.AddDays(-3)) && random.IntN(2) == 0 {
		l.closure = end
	}
	if random.IntN(12) == 0 {
		l.unpaid = 1 + random.IntN(2)
	}
	return l
}
