package demo

// Persona is a person in the demo city with a role: the persona's account is in a known state
// whenever the city is made.
type Persona struct {
	Key    string // part of addresses: /demo/as/asha
	Name   string
	Mobile string // ten digits; the sign-in code is 123456
	Shows  string // what the account shows, in a few words
	Detail string
	// IsBusiness says that the persona has no dashboard, in which an agent could act.
	IsBusiness bool
}

// LoginCode is the one-time code of everybody in the demo city.
const LoginCode = "123456"

var personas = []Persona{
	{
		Key: "asha", Name: "Asha Nair", Mobile: "9000000001", Shows: "Rent due with a late fee",
		Detail: "Rents a sofa, a fridge and an air conditioner. Auto debit is required and none is set.",
	},
	{
		Key: "bilal", Name: "Bilal Ahmed", Mobile: "9000000002", Shows: "Deposit due",
		Detail: "A second order came last week; its deposit is still open.",
	},
	{
		Key: "chitra", Name: "Chitra Iyer", Mobile: "9000000003", Shows: "Settlement ready",
		Detail: "Gave everything back. The refund waits for her bank details.",
	},
	{
		Key: "dev", Name: "Dev Malhotra", Mobile: "9000000004", Shows: "KYC pending",
		Detail: "Nothing is due; the identity check has not been started.",
	},
	{
		Key: "esha", Name: "Esha Kapoor", Mobile: "9000000005", Shows: "Nothing due, three banners",
		Detail: "Three active items, UPI auto debit and a card mandate, money in the wallet.",
	},
	{
		Key: "farid", Name: "Farid Merchant", Mobile: "9000000006", Shows: "Business customer",
		Detail: "Sees the notice for B2B customers only.", IsBusiness: true,
	},
	{
		Key: "gauri", Name: "Gauri Deshmukh", Mobile: "9000000007", Shows: "Rent due, auto debit under way",
		Detail: "Her debit is announced for a coming day; the payment dialog opens with 'Auto Debit is Active'.",
	},
	{
		Key: "hari", Name: "Hari Menon", Mobile: "9000000008", Shows: "Closed items only",
		Detail: "Everything went back months ago; invoices and closed items remain. Has invited friends, of whom one has paid rent since.",
	},
	{
		Key: "indu", Name: "Indu Banerjee", Mobile: "9000000009", Shows: "Live requests",
		Detail: "One item has a request that can be revoked, another one that cannot.",
	},
	{
		Key: "jaya", Name: "Jaya Reddy", Mobile: "9000000010", Shows: "Five items, ready to hand over",
		Detail: "Two items may be transferred, three may not. Lives in Kabir's city.",
	},
	{
		Key: "kabir", Name: "Kabir Bhatt", Mobile: "9000000011", Shows: "Rent due, long statement",
		Detail: "One item, auto debit with a limit below the rent, fourteen months of invoices and payments.",
	},
	{
		Key: "leela", Name: "Leela Gowda", Mobile: "9000000012", Shows: "New customer",
		Detail: "Has signed up and ordered nothing yet.",
	},
	{
		Key: "mohan", Name: "Mohan Pillai", Mobile: "9000000013", Shows: "Auto debit failed",
		Detail: "His bank refused the last debit, which is tried again.",
	},
	{
		Key: "nita", Name: "Nita Chaudhary-Venkataraghavan", Mobile: "9000000014", Shows: "Auto debit paused",
		Detail: "Her card rests at the bank, so that she pays by hand.",
	},
	{
		Key: "omkar", Name: "Omkar Shinde", Mobile: "9000000015", Shows: "Rent paid in advance",
		Detail: "Has paid six months of three items; the invoices so far were paid out of it.",
	},
	{
		Key: "pooja", Name: "Pooja Hegde", Mobile: "9000000016", Shows: "KYC begun",
		Detail: "PAN card and Aadhaar are verified; the selfie is next.",
	},
	{
		Key: "qadir", Name: "Qadir Ansari", Mobile: "9000000017", Shows: "KYC under review",
		Detail: "All is there, but his PAN has a longer name than his account, which he may take.",
	},
	{
		Key: "rhea", Name: "Rhea Fernandes", Mobile: "9000000018", Shows: "KYC, partial approval offered",
		Detail: "Her bank statement shows too little; she may leave it at that or bring a better one.",
	},
	{
		Key: "samir", Name: "Samir Joshi", Mobile: "9000000019", Shows: "KYC partially approved",
		Detail: "Has left it at what his bank statement shows.",
	},
	{
		Key: "tanvi", Name: "Tanvi Kulkarni", Mobile: "9000000020", Shows: "KYC declined",
		Detail: "Her PAN is inactive; she may begin again thirty days later.",
	},
	{
		Key: "usman", Name: "Usman Sheikh", Mobile: "9000000021", Shows: "KYC approved",
		Detail: "A student: college and his father's driving licence were the last steps.",
	},
	{
		Key: "veda", Name: "Veda Raman", Mobile: "9000000022", Shows: "First rent due",
		Detail: "Has paid no rent yet, so she may enter a friend's code.",
	},
}

// Personas returns all personas.
func Personas() []Persona { return append([]Persona(nil), personas...) }

// PersonaOf finds a persona by key.
func PersonaOf(key string) (Persona, bool) {
	for _, p := range personas {
		if p.Key == key {
			return p, true
		}
	}
	return Persona{}, false
}

// Email is the persona's email address. Nothing is ever sent to it.
func (p Persona) Email() string { return p.Key + "@example.in" }
