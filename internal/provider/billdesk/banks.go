package billdesk

// bankNames are what customers call a bank, by BillDesk's id of it. One that is not
// here is not named: customers know no ids.
var bankNames = map[string]string{
	"162": "Kotak Mahindra Bank",
	"BBR": "Bank of Baroda",
	"BOI": "Bank of India",
	"BOM": "Bank of Maharashtra",
	"CBI": "Central Bank of India",
	"CNB": "Canara Bank",
	"CUB": "City Union Bank",
	"DCB": "DCB Bank",
	"FBK": "Federal Bank",
	"HDF": "HDFC Bank",
	"ICI": "ICICI Bank",
	"IDB": "IDBI Bank",
	"IDS": "IndusInd Bank",
	"INB": "Indian Bank",
	"IOB": "Indian Overseas Bank",
	"JKB": "Jammu and Kashmir Bank",
	"KBL": "Karnataka Bank",
	"KVB": "Karur Vysya Bank",
	"PNB": "Punjab National Bank",
	"RBL": "RBL Bank",
	"SBI": "State Bank of India",
	"SIB": "South Indian Bank",
	"TMB": "Tamilnad Mercantile Bank",
	"UBI": "Union Bank of India",
	"UCO": "UCO Bank",
	"UTI": "Axis Bank",
	"YBK": "Yes Bank",
}
