package paypage

import (
	"net/http"
	"strings"

	"rento/internal/fault"
	"rento/internal/payment"
)

// words are the texts of the pages in one language.
type words struct {
	Lang         string
	Pay          string
	Due          string
	Deposit      string
	Opening      string
	Again        string
	Home         string
	Retry        string
	Failed       string
	FailedText   string
	Paid         string
	PaidText     string
	Checking     string
	CheckingText string
	Closed       string
	Blocked      string
	NoScript     string
	Missing      string
	MissingText  string
	RunOut       string
	RunOutText   string
	Busy         string
	BusyText     string
	Wrong        string
}

var english = words{
	Lang: "en-IN", Pay: "Pay securely", Due: "Rent and charges", Deposit: "Deposit",
	Opening: "Opening the payment window…", Again: "Open the payment window", Home: "Back to your dashboard", Retry: "Try again",
	Failed: "The payment did not go through", FailedText: "You can try again, or pay in another way. If your bank says that it was paid, you will see it on your dashboard.", Paid: "Payment received", PaidText: "Thank you. You can close this page.",
	Checking: "We are confirming your payment", CheckingText: "Your bank has told us of it. This takes a minute at most; you need not pay again.",
	Closed: "The payment window is closed. Nothing is paid unless your bank says so.", Blocked: "The payment window could not be loaded. Please check your connection.",
	NoScript: "Paying needs JavaScript. Please switch it on for this page, or pay from another browser.",
	Missing:  "This page does not exist", MissingText: "The payment link is not complete. Please start the payment again from your dashboard.",
	RunOut: "This link has run out", RunOutText: "Please start the payment again from your dashboard. If you have paid, you will see it there.",
	Busy: "The gateway does not answer", BusyText: "Nothing was charged. Please try again in a minute.",
	Wrong: "Something went wrong!",
}

var hindi = words{
	Lang: "hi-IN", Pay: "सुरक्षित भुगतान करें", Due: "किराया और शुल्क", Deposit: "जमा राशि",
	Opening: "भुगतान विंडो खुल रही है…", Again: "भुगतान विंडो खोलें", Home: "अपने डैशबोर्ड पर लौटें", Retry: "फिर से कोशिश करें",
	Failed: "भुगतान नहीं हो सका", FailedText: "आप फिर से कोशिश कर सकते हैं या किसी और तरीके से भुगतान कर सकते हैं। अगर बैंक कहे कि भुगतान हो गया है, तो वह आपके डैशबोर्ड पर दिखेगा।", Paid: "भुगतान मिल गया", PaidText: "धन्यवाद। आप यह पेज बंद कर सकते हैं।",
	Checking: "हम आपके भुगतान की पुष्टि कर रहे हैं", CheckingText: "आपके बैंक ने हमें बता दिया है। इसमें एक मिनट तक लग सकता है; दोबारा भुगतान न करें।",
	Closed: "भुगतान विंडो बंद हो गई है। जब तक बैंक न कहे, कुछ नहीं कटा है।", Blocked: "भुगतान विंडो लोड नहीं हो सकी। कृपया अपना कनेक्शन जाँचें।",
	NoScript: "भुगतान के लिए जावास्क्रिप्ट ज़रूरी है। कृपया इसे चालू करें या दूसरे ब्राउज़र से भुगतान करें।",
	Missing:  "यह पेज मौजूद नहीं है", MissingText: "भुगतान लिंक अधूरा है। कृपया डैशबोर्ड से भुगतान फिर शुरू करें।",
	RunOut: "यह लिंक अब मान्य नहीं है", RunOutText: "कृपया डैशबोर्ड से भुगतान फिर शुरू करें। अगर आपने भुगतान किया है, तो वह वहाँ दिखेगा।",
	Busy: "गेटवे जवाब नहीं दे रहा", BusyText: "कोई राशि नहीं काटी गई। कृपया एक मिनट बाद फिर कोशिश करें।",
	Wrong: "कुछ गड़बड़ हो गई!",
}

// wordsFor follows the parameter lang, then the browser.
func wordsFor(r *http.Request) words {
	lang := r.URL.Query().Get("lang")
	if lang == "" {
		lang = r.Header.Get("Accept-Language")
	}
	if strings.HasPrefix(lang, "hi") {
		return hindi
	}
	return english
}

func (w words) purpose(p payment.Purpose) string {
	if p == payment.Deposit {
		return w.Deposit
	}
	return w.Due
}

func (w words) heading(status int) string {
	switch status {
	case http.StatusNotFound:
		return w.Missing
	case http.StatusGone:
		return w.RunOut
	case http.StatusBadGateway:
		return w.Busy
	}
	return w.Wrong
}

func (w words) text(f *fault.Fault) string {
	switch f.Status {
	case http.StatusNotFound:
		return w.MissingText
	case http.StatusGone:
		return w.RunOutText
	case http.StatusBadGateway:
		return w.BusyText
	case http.StatusInternalServerError:
		return w.Wrong
	}
	return f.Message
}
