package api

import (
	"net/http"
	"strings"

	"rento/internal/address/mappage"
	"rento/internal/inbox"
	"rento/internal/web"
)

// table is the whole interface, read from top to bottom. A row is
//
//	method and path, who may call, class of limits, size of the body, handler with its owner check,
//	summary,
//	what is true beyond the summary: what is idempotent, which faults,
//
// and none of them can be left out (see row). Everything else about a call is in
// the file of its section.
func table(deps Deps, names *productNames, contract documents) []section {
	pages := deps.Pages
	home := newDashboardCalls(deps.Dashboard, names)
	sessions := &sessionCalls{deps.Accounts}
	notifications := &notificationCalls{deps.Store, deps.Notices}
	items := &subscriptionCalls{deps.Store, deps.Subscriptions}
	tickets := &ticketCalls{deps.Store, deps.Tickets, deps.Uploads, deps.Limits}
	uploads := &uploadCalls{deps.Uploads, deps.Logger}
	transfers := &transferCalls{deps.Tickets, deps.ProductName}
	closures := &closureCalls{deps.Store, deps.Tickets, deps.Subscriptions}
	invoices := &invoiceCalls{deps.Store, deps.Billing, deps.Payments, deps.Documents}
	refunds := &settlementCalls{deps.Settlements}
	addresses := &addressCalls{deps.Store, deps.Addresses}
	feedback := &feedbackCalls{deps.Feedback}
	staff := &operationCalls{deps.Store, deps.Tickets, deps.Settlements, deps.Payments, deps.Accounts, deps.Alerts, deps.PublicURL, deps.Clock}
	payments := &paymentCalls{deps.Payments, deps.Store, deps.Documents, deps.Clock}
	debits := &autoDebitCalls{deps.AutoDebit}
	links := linkPages{pages.Pay, deps.Limits}
	live := &liveCalls{deps.Events, deps.Accounts, deps.Logger}
	return []section{
		{"Dashboard and session", []row{
			{
				"POST /api/RMUsers/requestLoginCode", anybody, "login", tiny, open(sessions.requestCode),
				"Send a sign-in code to a mobile number",
				"Sends a code of six digits. A number that is no customer's gets the same answer and no message, so that the answer tells nobody who is one. 422 for what is no Indian mobile number, 429 when the number or the network has had too many codes, 503 while too many sign in.",
			},
			{
				"POST /api/RMUsers/verifyLoginCode", anybody, "login", tiny, open(sessions.verifyCode),
				"Sign in with the code",
				"Opens a session for the customer to whose number the code went. 422 for a wrong code, which counts, and for one that has run out, was used, or was tried wrongly five times; 429 after ten wrong codes for the number in an hour, 503 while too many sign in.",
			},
			{
				"POST /api/RMUsers/accessTokenLogin", anybody, "login", tiny, open(sessions.exchange),
				"Swap the one-time code of a link for a session",
				"Opens a session of whom the link was made for, the customer or an agent. The code works once and for a short time; it is a 401 afterwards, and so is an unknown one.",
			},
			{
				"POST /api/RMUsers/logout", customer | agent | business, "write", noBody, own(sessions.logout),
				"End the session",
				"Ends the session that asks, at once and on every node, and with it the push messages to its device and the customer's chat.",
			},
			{
				"GET /api/RMUsers/sessions", customer, noLimit, noBody, own(sessions.sessions),
				"Where the customer is signed in",
				"Lists the sessions of the account by device and network, the one used last first. An agent's stands there as the company's, without a name.",
			},
			{
				"POST /api/RMUsers/endOtherSessions", customer, "write", noBody, own(sessions.endOthers),
				"End every session but this one",
				"Ends all sessions but the one that asks, agents' too. To ask again changes nothing.",
			},
			{
				"POST /api/RMUsers/disownSession", customer | business, "write", noBody, own(sessions.disown),
				"End a session that a link opened for somebody else",
				"For whom a link has let into somebody else's account. The session ends, and the audit log says that it was disowned. An agent, who is in somebody else's account by right, gets a 403 and ends the session by logout.",
			},
			{
				"GET /api/Dashboards/isB2B", customer | agent | business, noLimit, noBody, own(sessions.isB2B),
				"Whether the customer is a business",
				"success is true for a business, which sees one notice in place of the dashboard.",
			},
			{
				"GET /api/Dashboards/checkCreditExist", customer | agent, noLimit, noBody, own(sessions.credit),
				"Whether there is a credit history",
				"Says only whether there is a history, nothing of what stands in it.",
			},
			{
				"GET /api/RMUsers/{id}/dashboardTabsVisibility", customer | agent, noLimit, noBody, ownID(sessions.tabs),
				"Which tabs to show",
				"A tab that is not named is shown. An agent does not get kyc, referral and settings. Another customer's id is a 404.",
			},
			{
				"POST /api/RMUsers/{id}/setLanguage", customer, "write", small, ownID(sessions.setLanguage),
				"Choose the language of messages",
				"The language of the app, as two small letters; one that is not shipped is a 422 (`account.language_unknown`), whose `extra.values` name those that are. It holds for what is written to the customer from then on. With `fromBrowser` it fills what the customer never chose, and changes nothing else. To choose the same again changes nothing.",
			},
			{
				"GET /api/RMUsers/{id}/getNotificationPreferences", customer, noLimit, noBody, ownID(notifications.preferences),
				"By which channels the customer is told of what",
				"Every category of messages with each of its channels; all are on until the customer switches one off.",
			},
			{
				"GET /api/RMUsers/{id}/getMessages", customer, noLimit, noBody, ownID(notifications.messages),
				"What the customer was told",
				"Newest first, ten at a time: what was told on several channels once, in the words of the mail where there was one. Sign-in codes are left out.",
			},
			{
				"POST /api/RMUsers/{id}/setNotificationPreferences", customer, "write", small, ownID(notifications.set),
				"Switch messages on or off, by category and channel",
				"What is not named stays as it is, and the answer is how all stand then. To choose the same again changes nothing. 422 for a category and channel without messages or named twice, and for switching off messages about the security of the account.",
			},
			{
				"GET /api/Haptiks/generateUserAndSessionMap", customer | business, noLimit, noBody, own(sessions.chatSession),
				"What the app needs to open the chat",
				"The name under which the chat service knows the customer, the same at each call, and a proof of it that is good for a quarter of an hour. Nothing is stored.",
			},
			{
				"POST /api/Chatbots/upsertUserAndSessionMap", customer | business, "write", small, own(sessions.recordChat),
				"Say that the chat has begun or ended",
				"active false ends the chat. 404 for a userId or a chat that is not the customer's. To say it again leaves the chat as it is.",
			},
			{
				"POST /api/UserProfiles/requestDeleteUser", customer, "write", noBody, own(sessions.deleteUser),
				"Ask for the account to be deleted",
				"The account is erased after a week, unless the customer signs in before. A 409 says in extra.reasons what is still open, such as items or dues. To ask again changes nothing.",
			},
			{
				"POST /api/UserProfiles/keepUser", customer, "write", noBody, own(sessions.withdrawDeletion),
				"Keep an account that is to be deleted",
				"Takes the deletion back, as signing in does; the customer is told. With none planned nothing changes.",
			},
			{
				"POST /api/customTrack", customer, "track", small, own(sessions.track),
				"Record an event of the apps",
				"Keeps one event with its properties, without those that say who somebody is. 422 for a name or properties beyond the limits. Nothing of the customer's data changes.",
			},
			{
				"POST /api/messageToken", customer, "track", small, own(sessions.device),
				"Keep a device for push messages",
				"Keeps the device for push messages until this session ends. The same token again is kept once, and a device that was another customer's is this customer's from now on.",
			},
			{
				"GET /rudderstack-event-data.json", anybody, noLimit, noBody, open(sessions.events),
				"Definitions of the analytics events",
				"The app drops every event and property that is not named here.",
			},
			{
				"GET /api/Dashboards/dashboardData", customer | agent, noLimit, noBody, ready[DashboardData](home.data),
				"What the home screen shows",
				"One answer for the whole screen, computed from the journal; its revision says which state it shows.",
			},
			{
				"GET /api/Dashboards/upcoming", customer | agent, noLimit, noBody, own(home.upcoming),
				"What is going on and comes next",
				"The live requests with their next day, what others hand over, and agreed extensions with the rent and the day from which it holds.",
			},
			{
				"GET /api/Dashboards/getSubscriptions", customer | agent, noLimit, noBody, own(items.list),
				"Active or closed items",
				"A page of items: active ones by their delivery, with status closed those that were picked up by their pickup, the latest first. A page beyond the end is empty. 400 for a query that is no JSON object, 422 for a page or size that cannot be.",
			},
			{
				"GET /api/Dashboards/getServiceRequest", customer | agent, noLimit, noBody, own(tickets.list),
				"Service requests",
				"A page of service requests, the newest first; live ones, those that are over, or all. 400 for a query that is no JSON object, 422 for a page or size that cannot be.",
			},
		}},
		{"Live state", []row{
			{
				"GET /api/events", customer | agent, noLimit, noBody, live.stream(),
				"A stream of events that says when the customer's data has changed",
				"Server-sent events. The first is `revision`, or `changed` when the reader knows another revision; each later one is `changed`. Their id is the customer's revision, their data `{\"revision\": n}`. `replaced` says that the customer has opened too many streams since. A comment comes every 20 seconds. The stream ends with its session, and when the node stops; the reader comes back with the last id.",
			},
		}},
		{"Auto-debit, advance rental, payments", []row{
			{
				"POST /api/RMUsers/{id}/createPendingRentTransaction", customer, "create_payment", small, outside(ownID(payments.startDue)),
				"Start to pay what is due",
				"The amount is computed here, and the wallet pays first; walletPaid says that it has paid all. While nothing has changed, the payment that is open is given back. 409 when nothing is due, or when money of an earlier try may be on its way; 502 when a gateway that opens at once does not answer.",
			},
			{
				"POST /api/RMUsers/{id}/createPendingDepositTransaction", customer, "create_payment", small, outside(ownID(payments.startDeposit)),
				"Start to pay the deposit",
				"The amount is computed here; the wallet pays no deposit. While nothing has changed, the payment that is open is given back. 409 when no deposit is due, or when money of an earlier try may be on its way; 502 when a gateway that opens at once does not answer.",
			},
			{
				"GET /api/Dashboards/getRecurringCards", customer | agent, noLimit, noBody, own(debits.cards),
				"By what rent is debited",
				"The mandates that stand, the active one first, be they paused or about to be withdrawn; those by NACH with includeNach=true alone.",
			},
			{
				"GET /api/Dashboards/advanceRentalMeta", customer | agent, noLimit, noBody, own(debits.meta),
				"How rent can be paid by itself",
				"The ways to set auto debit up, with the limit and what a month comes to. Rent cannot be paid ahead: what is said of that is empty.",
			},
			{
				"GET /api/UserProfiles/getBilldeskOptions", customer, "mandate", noBody, outside(own(debits.begin)),
				"Set auto debit up",
				"Registers a mandate, which the customer confirms in the gateway's checkout; each call registers another one, and those that nobody confirms lapse. Nothing is paid. 404 for a way that is not offered, 409 when nothing is rented or the rent is above the highest limit, 502 when the gateway does not answer, after which the call may be made again.",
			},
			{
				"GET /api/UserProfiles/getRazorPayOptions", customer, "mandate", noBody, outside(own(debits.beginByOrder)),
				"Set auto debit up at the gateway of payments",
				"As getBilldeskOptions, at the other gateway. By UPI and card one rupee is authorized, which is not taken and goes back by itself. 404 for a way that is not offered there, 409 when nothing is rented or the rent is above the highest limit, 502 when the gateway does not answer, after which the call may be made again.",
			},
			{
				"POST /api/Payments/razorpay/captureRecurringAuthPayment", customer, "capture", small, outside(own(debits.finishByOrder)),
				"Bring back the proof of a mandate",
				"The signature is checked against our registration and the gateway is asked; nothing else that the browser brings is believed. success false says that the bank has not decided, or has said no, which the card's status tells. 400 for a proof that is not the gateway's, 404 for another customer's registration. To bring it again changes nothing.",
			},
			{
				"POST /api/Payments/billdesk/captureBilldeskRecurringAuthToken", customer, "capture", small, outside(own(debits.finish)),
				"Bring back what the gateway said of a mandate",
				"The signature is checked against our registration and the gateway is asked; nothing else that the browser brings is believed. success false says that the bank has not decided, or has said no, which the card's status tells. 400 for a proof that is not the gateway's, 404 for another customer's registration. To bring it again changes nothing.",
			},
			{
				"POST /api/Dashboards/setActiveCard", customer, "mandate", small, own(debits.setActive),
				"Have rent debited by another mandate",
				"Planned debits of the one before are dropped; what is with the bank already goes on. 404 for another customer's mandate, 409 for one that is paused or being withdrawn. To ask again changes nothing.",
			},
			{
				"POST /api/Dashboards/cancelMandate", customer, "mandate", small, outside(own(debits.cancel)),
				"Withdraw a mandate",
				"Nothing is debited by it any more from this moment on; the bank is asked until it has confirmed. 404 for another customer's mandate or one that is withdrawn, 502 when its gateway is not set up. To ask again while it is being withdrawn asks the bank again.",
			},
			{
				"POST /api/Dashboards/skipDebit", customer, "mandate", small, own(debits.skip),
				"Skip one debit",
				"Its invoice stays due, to be paid by hand; later ones are debited as before. 404 for another customer's debit, 409 for one that is with the bank already or over. To ask again changes nothing.",
			},
			{
				"GET /api/payments/paymentgateways", customer | agent, noLimit, noBody, own(payments.gateways),
				"The ways to pay by hand",
				"The same for every device: what a device says of itself is accepted and not believed.",
			},
			{
				"POST /api/Payments/startPayment", customer, "capture", small, outside(own(payments.start)),
				"Start the payment at a gateway",
				"Opens an order at the gateway, or gives back the one that is open: all tries at a gateway share one order. 404 for another customer's payment or an unknown gateway; 409 for a payment that is paid, over or no longer what is due, and while money of a try at another gateway may be on its way; 502 when the gateway does not answer, after which the call may be made again.",
			},
			{
				"POST /api/Payments/razorpay/capturePayment", customer, "capture", small, own(payments.capture),
				"Bring back what the gateway gave the browser",
				"The signature is checked against our order and the gateway is asked; nothing else that the browser brings is believed. success false says that the payment is not decided yet. 400 for a proof that is not the gateway's, 404 for another customer's payment. To bring it again changes nothing.",
			},
			{
				"GET /api/Payments/orderStatus", customer | agent, "order_status", noBody, own(payments.status),
				"How a payment stands",
				"Made to be asked again while the browser waits; the gateway is then asked sooner, every 90 seconds at most. With refresh=true, for somebody who has left the gateway and wants to know, it is asked before the answer, every 2 seconds at most. Another customer's payment is a 404.",
			},
		}},
		{"Wallet, deposit, referral", []row{
			{
				"GET /api/Payments/receipt", customer | agent, noLimit, noBody, printed(payments.receipt),
				"The receipt of a payment",
				"A PDF in the language of Accept-Language: of whom, for what, how it was paid, and which invoices it paid. 404 for a payment that has not succeeded, one that went back, and another customer's.",
			},
			{
				"GET /api/Dashboards/getWalletTransactions", customer | agent, noLimit, noBody, ownPaper(payments.wallet()),
				"The wallet's statement",
				"A page of movements, the newest first, each with the balance after it; with Accept: application/pdf the whole statement, at most the newest 5,000 movements. 400 for a query that is no JSON object, 422 for a page or size that cannot be.",
			},
			{
				"GET /api/Dashboards/getDepositDetails", customer | agent, noLimit, noBody, ownPaper(payments.deposit()),
				"The deposit",
				"What is held, what the items require, and the latest 100 movements, the newest first; with Accept: application/pdf as a statement on paper.",
			},
		}},
		{"Invoices and orders", []row{
			{
				"GET /api/Orders/getOrderDetailsForPdf", customer | agent, noLimit, noBody, own(items.order),
				"An order for printing",
				"The order with its address and its items, each at the rent with which it was ordered. Another customer's order is a 404.",
			},
			{
				"GET /api/Dashboards/getLedgersData", customer | agent, noLimit, noBody, own(invoices.ledgers),
				"Invoices and payments",
				"A page of the documents, the newest 500 without a query, and the latest 100 payments and second payments that went back; both the newest first. 400 for a query that is no JSON object, 422 for a page or size that cannot be. A payment that reached no gateway is not among them.",
			},
			{
				"GET /api/RMUsers/{id}/getUserLedgerInvoice", customer | agent, noLimit, noBody, ownIDPaper(invoicePaper(invoices, invoices.invoice)),
				"A whole invoice, with how each figure was computed",
				"Every line says by which rule it was computed. With Accept: application/pdf the same document as an A4 PDF in the language of Accept-Language. Another customer's invoice is a 404.",
			},
			{
				"GET /api/RMUsers/{id}/getRentalInvoice", customer | agent, noLimit, noBody, ownIDPaper(invoicePaper(invoices, invoices.rental)),
				"A rental invoice; the latest without an id",
				"Without an id the latest rental invoice. With Accept: application/pdf it is an A4 PDF. A 404 says that there is none, or that it is another customer's.",
			},
			{
				"GET /api/Invoices/generateInvoice", customer | agent, noLimit, noBody, ownPaper(invoicePaper(invoices, invoices.ofOrder)),
				"The latest invoice of an order",
				"Finds the latest document of a kind that has a line of the order, or of one of its items; it makes none. With Accept: application/pdf it is an A4 PDF. A 404 says that there is none.",
			},
			{
				"GET /api/RMUsers/{id}/getLateFeeDetails", customer | agent, noLimit, noBody, ownID(invoices.lateFees),
				"The late fees of an invoice",
				"Each fee with its base and days, the oldest first; waived ones stand there with their reason and do not count in the total. Another customer's invoice is a 404.",
			},
		}},
		{"Service requests", []row{
			{
				"GET /api/ServiceRequests/getCssTicketMetadata", customer | agent, noLimit, noBody, own(tickets.details),
				"One request with its slot, address and time line",
				"canReschedule and canCancel say what is possible now. Another customer's ticket is a 404.",
			},
			{
				"DELETE /api/ServiceRequests/cancellCssTask", customer | agent, "ticket_change", noBody, own(tickets.cancel),
				"Cancel a visit",
				"Takes the visit and its request back, with what the request has caused. With an Idempotency-Key a repetition gets the first answer. 404 for another customer's request, 409 when it is too late or there is no visit.",
			},
			{
				"POST /api/ServiceRequests/getCssSlots", customer | agent, onlyComputes, small, own(tickets.slots),
				"Slots for a visit; none means that only a day is chosen",
				"The slots of the city on the days that can be chosen, for items or for the visit of a ticket; available says whether there is room. For the ticket of a relocation deliveries says on which day it is delivered then. It reserves nothing. 404 for another customer's item or ticket, 409 for an item that is not active.",
			},
			{
				"POST /api/ServiceRequests/bookCssSlot", customer | agent, "slot", small, own(tickets.book),
				"Book a slot, or hold it for a request that is not sent yet",
				"With a ticketId it moves that ticket's visit to the slot, as cssRescheduleTicket does. Without one it holds the slot for the items, in place of any that the customer held before, and heldUntil says until when. 404 for a slot that does not exist for the items, 409 for one that has been taken meanwhile.",
			},
			{
				"POST /api/ServiceRequests/cssRescheduleTicket", customer | agent, "ticket_change", small, own(tickets.reschedule),
				"Put a visit off",
				"Moves the visit to another slot, or to another day where there are no slots. With an Idempotency-Key a repetition gets the first answer. 409 when the slot is taken or it is too late, 422 for a day that is not offered and for a closure whose charge is another one.",
			},
			{
				"POST /api/mojovahans/sameDayCancellationFeedback", customer | agent, "ticket_change", small, own(tickets.cancellationReason),
				"Why a visit was cancelled on its day",
				"Adds the reason to the time line of a cancelled request. The same again within ten minutes is added once, and so is what has the same Idempotency-Key. 404 for another customer's request, 409 for one that is not cancelled.",
			},
			{
				"POST /api/ServiceRequests/checkIfTicketsCanExistsParallely", customer | agent, onlyComputes, small, own(tickets.parallel),
				"Whether live requests stand in the way",
				"Only looks: names the live requests on the same items, and whether all of them can be taken back. 404 for another customer's item, 409 for one that is not active, 422 for a kind of request that there is not.",
			},
			{
				"POST /api/ServiceRequests/revokeTickets", customer | agent, "ticket_change", small, own(tickets.revoke),
				"Take requests back, all or none",
				"Takes back all of the named requests or none, and what they caused: a charge for leaving early is credited, a booked slot is free again. With an Idempotency-Key a repetition changes nothing. 404 for another customer's request, 409 for one that can no longer be taken back.",
			},
			{
				"POST /api/ServiceRequests/initiateRevoke", customer | agent, onlyComputes, small, own(tickets.initiateRevoke),
				"What revoking would take back",
				"Only looks: the named requests by their kind, and whether all of them can be taken back. 404 for another customer's request.",
			},
			{
				"POST /api/ServiceRequests/proceedRevoke", customer | agent, "ticket_change", small, own(tickets.revoke),
				"Take requests back after initiateRevoke",
				"The same as revokeTickets, for screens that looked by initiateRevoke before.",
			},
			{
				"POST /api/ServiceRequests/createNewTicket", customer | agent, "ticket", small, own(tickets.create),
				"Ask for a relocation or a transfer",
				"Raises one request for all named items. With an Idempotency-Key a repetition gets the first answer. 404 for another customer's item or address; 409 for items that are not active or have a live request, and for a relocation whose slot is not held any more; 422 for a day, an address or a receiver that cannot be, and for a transfer by who has dues.",
			},
			{
				"POST /api/Dashboards/createNewTickets", customer | agent, "ticket", maxRepairs, own(tickets.repair),
				"Ask for repairs, all or none",
				"Raises one repair per item, all or none. With an Idempotency-Key a repetition gets the first answer. 404 for another customer's item or image, 409 for items that are not active or have a live request, 422 without a description or an image.",
			},
			{
				"POST /api/addresses/updateServiceRequestAddress", customer | agent, "ticket_change", small, own(tickets.changeAddress),
				"Have a relocation go to another address",
				"The address is one of the customer's, in a city that we serve. With an Idempotency-Key a repetition changes nothing. 404 for another customer's request or address, 409 when the work has begun or it is no relocation, 422 when nobody comes there on the day of the delivery.",
			},
			{
				"POST /api/Dashboards/saveOrderItemsAddress", customer | agent, "write", small, own(tickets.itemsAddress),
				"Say at which address items stand",
				"Corrects the record within a city; nothing is moved. To say it again changes nothing. 404 for another customer's address or item, 409 for an item that is not active, 422 for an address in another city.",
			},
			{
				"POST /api/ServiceRequestImages/upload", customer | agent, "upload", maxForm, own(uploads.upload),
				"Upload an image for a repair",
				"Takes a JPEG, PNG or WebP image of at most 8 MB and keeps it as a JPEG without its metadata; one that no request uses is forgotten after a day. With an Idempotency-Key it is kept once. 413 for too large an image or too many, 415 for another kind, 429 when others are being read.",
			},
			{
				"GET /api/ServiceRequests/incomingTransfers", customer | agent, noLimit, noBody, own(transfers.incoming),
				"What others want to hand over to the customer",
				"The latest 50 transfers to this customer, the newest first, with what is still missing for each; those that are over are among them.",
			},
			{
				"POST /api/ServiceRequests/acceptTransfer", customer, "ticket", small, own(transfers.accept),
				"Take a transfer on, to one of the own addresses",
				"The receiver alone accepts: the items are ordered to the address, and their deposit falls due; KYC and the signed agreement follow. To accept again to the same address changes nothing. 404 for a transfer to somebody else and for another customer's address, 409 for a transfer that is over or was accepted to another address, 422 for an address in another city.",
			},
			{
				"POST /api/ServiceRequests/declineTransfer", customer, "ticket_change", small, own(transfers.decline),
				"Refuse a transfer",
				"The receiver alone declines, also after having accepted, until the agreement is signed. The items stay with their owner, and a deposit that was paid for them goes back to the receiver by a settlement. To decline again changes nothing. 404 for a transfer to somebody else, 409 for one that is over for another reason.",
			},
			{
				"GET /api/ServiceRequests/novationAgreement", customer | agent, noLimit, noBody, printed(transfers.agreement),
				"The agreement of a transfer, to print and sign",
				"A PDF in English for the two parties of the transfer; it is a 404 for anybody else, and a 409 until the receiver has accepted.",
			},
		}},
		{"Closure, extension and settlement", []row{
			{
				"POST /api/Dashboards/getClosureAmounts", customer | agent, onlyComputes, small, own(closures.amounts),
				"What giving items back costs",
				"Only computes: the charge for each item on the day, or on the first possible one, with how it was worked out. 404 for another customer's item, 409 for one that is not active.",
			},
			{
				"GET /api/meta/rmStaticVariables", customer | agent, noLimit, noBody, own(closures.static),
				"Holidays, reasons and date windows",
				"The same for every customer; the windows count from today.",
			},
			{
				"POST /api/Dashboards/confirmClosure", customer | agent, "ticket", small, own(closures.confirm),
				"Ask for a pickup",
				"Raises the pickup and invoices its charge. With an Idempotency-Key a repetition gets the first answer. 404 for another customer's item, 409 for items that are not active or have a live request, 422 for a day outside the window or another reason than those offered.",
			},
			{
				"POST /api/Dashboards/getExtensionDetails", customer | agent, onlyComputes, small, own(closures.extensions),
				"What keeping items longer costs",
				"Only computes: the offers by months, with the rent that would hold. 404 for another customer's item, 409 for one that is not active.",
			},
			{
				"POST /api/RMUsers/{id}/extendOrderItems", customer | agent, "extension", small, ownID(closures.extend),
				"Keep items longer",
				"Extends all items or none, at the rents that were offered. With an Idempotency-Key it is done once; without one, the same again within ten minutes is the same call. 404 for another customer's item, 409 for one that is not active or would stay too long, 422 when the rent or the end of the tenure has changed or an item is named twice.",
			},
			{
				"POST /api/RMUsers/{id}/takeBackExtension", customer | agent, "extension", small, ownID(closures.takeBackExtension),
				"Take an agreed extension back",
				"Takes the last extension of an item back as long as its term has not begun: tenure and rent are again what they were before it. 404 for another customer's item, 409 when there is none, it has begun or a live request counts on it, 422 when the tenure ends on another day by now.",
			},
			{
				"POST /api/RMUsers/{id}/setRefundPreference", customer, "write", noBody, ownID(refunds.setPreference),
				"Choose how to be refunded",
				"Holds for the refund that waits and those to come. To ask again changes nothing. 422 for a way that is none or whose details are not saved.",
			},
			{
				"GET /api/RMUsers/{id}/getRefundPreference", customer | agent, noLimit, noBody, ownID(refunds.preference),
				"How the customer wants to be refunded",
				"0 says that nothing has been chosen yet.",
			},
			{
				"GET /api/RMUsers/{id}/getSettlements", customer | agent, noLimit, noBody, ownID(refunds.statements),
				"The account of what was given back, and its refund",
				"A page, the newest first, the newest 100 without a query; the lines of each add up to its refund. 400 for a query that is no JSON object, 422 for a page or size that cannot be.",
			},
			{
				"POST /api/RMUsers/{id}/payOutWallet", customer, "payee", small, ownID(refunds.payOutWallet),
				"Have own money of the wallet paid to the bank or by UPI",
				"Own money alone, never what was given; what is due is paid from the wallet first. The way becomes the customer's choice for every refund. The same Idempotency-Key pays out once; without one, the same again within ten minutes is the same call. 422 for a way whose details are not saved, for less than a rupee and for more than there is.",
			},
			{
				"GET /api/UserProfiles/getBankDetails", customer | agent, noLimit, noBody, own(refunds.details),
				"Where refunds go",
				"An agent sees the account number, its holder and the UPI id masked (`XXXXXX3210`, `K… A…`, `ka…@okbank`). Another customer's userId is a 404.",
			},
			{
				"GET /api/UserProfiles/ifsc/{code}", customer | agent, "ifsc", noBody, own(refunds.branch),
				"The bank of an IFSC code",
				"Looks the code up in the list of the Reserve Bank. 404 for a code that is in no use, 422 for another length.",
			},
			{
				"POST /api/UserProfiles/setBankDetails", customer, "payee", small, own(refunds.setBank),
				"Save the bank account for refunds",
				"No money goes there for a day and before the account is validated, and the customer is told of the change. The same details again change nothing. 404 for another customer's userId, 422 with extra.message for a field that cannot be right.",
			},
			{
				"POST /api/UserProfiles/setUpiDetails", customer, "payee", small, own(refunds.setUPI),
				"Save the UPI id for refunds",
				"No money goes there for a day and before the id is validated, and the customer is told of the change. The same id again changes nothing. 404 for another customer's userId, 422 with extra.message for an id that cannot be.",
			},
		}},
		{"Addresses and places", []row{
			{
				"GET /api/RMUsers/{id}/addresses", customer | agent, noLimit, noBody, ownID(addresses.list),
				"Saved addresses",
				"The addresses that the customer has saved, the oldest first.",
			},
			{
				"POST /api/RMUsers/{id}/addresses", customer | agent, "write", small, ownID(addresses.add),
				"Save an address",
				"The same address again is the one that is there, and with an Idempotency-Key a repetition gets the first answer. 422 for a city that is not served or a point outside it.",
			},
			{
				"POST /api/Addresses/serviceability", customer | agent, "map", small, own(addresses.serviceability),
				"Whether we deliver to a point",
				"Only looks: whether the point lies in a city that we serve; the message says why not.",
			},
			{
				"GET /api/Places/autocomplete", customer | agent, "map", noBody, own(addresses.autocomplete),
				"Places in India that a text may mean",
				"Answers in the shape of a geocoder. A text that is too short is INVALID_REQUEST, not an error.",
			},
			{
				"GET /api/Places/details", customer | agent, "map", noBody, own(addresses.details),
				"One place",
				"Answers in the shape of a geocoder. An unknown id is NOT_FOUND, not an error.",
			},
			{
				"GET /api/Places/geocode", customer | agent, "map", noBody, own(addresses.geocode),
				"The place at a point, or of an address",
				"Takes a point or a text, not both. What cannot be read is INVALID_REQUEST, not an error.",
			},
			{
				"GET /api/Places/schematic", customer | agent, "map", noBody, own(addresses.schematic),
				"What the schematic map shows",
				"Cities with the radius served and centres of localities; the same for every customer.",
			},
		}},
		{"Feedback", []row{
			{
				"GET /api/RMUsers/{id}/getFeedbackToCollect", customer | agent, noLimit, noBody, ownID(feedback.next),
				"What to ask the customer",
				"The newest question that waits; skip says that there is nothing to ask now.",
			},
			{
				"POST /api/Feedbacks/submitFeedback", customer, "write", small, own(feedback.submit),
				"Give feedback",
				"Answers one question, once: a 409 afterwards. 404 for a token that is not the customer's, 422 for a rating outside 1 to 10.",
			},
			{
				"POST /api/Feedbacks/lapseFeedbackV2", customer, "write", small, own(feedback.lapse),
				"Never ask this again",
				"The customer is not asked this again. To say it again changes nothing. 404 for a token that is not the customer's, 409 for a question that was answered.",
			},
			{
				"POST /api/Feedbacks/feedbackLater", customer, "write", small, own(feedback.later),
				"Ask again later",
				"The customer is not asked this for a day. To say it again changes nothing. 404 for a token that is not the customer's, 409 for a question that is over.",
			},
		}},
		{"Operations", []row{
			{
				"GET /operations/visits", operations, noLimit, noBody, company(staff.visits),
				"Visits of today and before that are not done, and transfers ready for their day",
				"The visits in progress, at most 500, by their day, the oldest first; then those of the 500 longest accepted transfers whose receiver has done everything. An empty list says that all work is done.",
			},
			{
				"POST /operations/finishVisit", operations, noLimit, small, company(staff.done),
				"Say that a visit is done, or that a transfer's agreement is signed",
				"Closes, moves or hands over the items of the request. To say it again changes nothing. 404 for a request that is not the customer's; 409 for work that was not begun or was given up, and while the receiver of a transfer has a deposit to pay or KYC to complete, or its first owner has dues.",
			},
			{
				"POST /operations/giveUpVisit", operations, noLimit, small, company(staff.giveUp),
				"Say that a visit is not carried out, or that a transfer's agreement is not signed",
				"Cancels the request and undoes what it caused: the slot is free, a charge for leaving early is credited, the items of a transfer stay with their owner and its deposit goes back. The customer, of a transfer both, are told, and the reason stands in the time line. To say it again changes nothing. 404 for a request that is not the customer's, 409 for one that is done or was taken back.",
			},
			{
				"GET /operations/inspections", operations, noLimit, noBody, company(staff.inspections),
				"Settlements that wait for their inspection",
				"The oldest first.",
			},
			{
				"POST /operations/finishInspection", operations, noLimit, small, company(staff.inspected),
				"Say what an inspection found",
				"Fixes the refund: damage is invoiced with GST on top, then all that is owed is taken from the deposit. To say it again changes nothing. 404 for a settlement that is not the customer's or an item outside of it, 422 for damage beyond the bounds.",
			},
			{
				"GET /operations/doubtfulPayees", operations, noLimit, noBody, company(staff.doubts),
				"Refund details whose holder the bank knows by a similar name only",
				"At most 500, the oldest first; no refund goes to them before somebody has decided.",
			},
			{
				"POST /operations/decidePayee", operations, noLimit, small, company(staff.decided),
				"Accept such details, or ask the customer for others",
				"Refunds go on to details that are accepted; for details that are refused the customer is asked for others. 404 for details that are not the customer's, 409 for those in no doubt.",
			},
			{
				"GET /operations/stuckRefunds", operations, noLimit, noBody, company(staff.stuck),
				"Refunds that failed or came back and wait for other details or another try",
				"At most 500, the oldest first, with the provider's reason.",
			},
			{
				"POST /operations/retryPayout", operations, noLimit, small, company(staff.retry),
				"Pay such a refund to the same details once more",
				"Starts a new payout to the same details, of what the dues leave. 404 for a settlement that is not the customer's, 409 for a refund that is not stuck.",
			},
			{
				"POST /operations/retryRefund", operations, noLimit, small, company(staff.retryRefund),
				"Ask the gateway once more for the refund of a second payment that it has refused",
				"Asks anew, as another refund; the alert names customer and refund. 404 for a refund that is not the customer's, 409 for one that has not failed.",
			},
			{
				"POST /operations/finishRefund", operations, noLimit, small, company(staff.finishRefund),
				"Say that the company has paid such a refund by a transfer from its bank",
				"Takes it as paid; the reference of the transfer is kept in the audit log. A refund that was made by hand at the gateway is noticed by itself. 404 for a refund that is not the customer's, 409 for one that has not failed or when the gateway has given something of the payment back, 502 when it does not answer.",
			},
			{
				"GET /operations/invoice", operations, noLimit, noBody, companyPaper(invoicePaper(invoices, invoices.ofNumber)),
				"An invoice or a credit note by its number",
				"Whoever's it is; with Accept: application/pdf its A4 PDF, which a business customer without this dashboard is sent. A 404 says that no document has this number.",
			},
			{
				"GET /operations/alerts", operations, noLimit, noBody, company(staff.openAlerts),
				"What needs a manual review",
				"At most 500 alerts that nobody has closed, the oldest first. The documentation of payments and settlements has the kinds.",
			},
			{
				"POST /operations/closeAlert", operations, noLimit, small, company(staff.closeAlert),
				"Say that an alert was dealt with, and how",
				"It is listed no more, and what it was about does not raise it again; the reason is kept in the audit log. To close it again changes nothing. 404 for an id that is no alert's.",
			},
			{
				"POST /operations/agentLink", operations, noLimit, small, company(staff.agentLink),
				"Make a link by which an agent works in a customer's dashboard",
				"The link works once and for a short time. The audit log keeps the agent, the reason and who asked. 404 for a customer that there is not, 422 without a name of the agent or a reason.",
			},
		}},
		// Pages, pictures and webhooks are no calls of the contract.
		{"", []row{
			{
				"POST /webhooks/{provider}", providers, "webhook", inbox.MaxEvent, page(&webhookCalls{deps.Inbox, deps.Limits, deps.Logger}),
				"Take a provider's event in",
				"The raw bytes are verified by the provider's signature; 200 says that they are stored. The same event again is stored once.",
			},
			{
				"GET " + imagePath + "{token}", bearer, "address", noBody, page(http.HandlerFunc(uploads.show)),
				"Show an image",
				"An <img> sends no session: the token in the address says whose image it is and how long. Any other is a 404.",
			},
			{
				"GET /docs", anybody, "address", noBody, page(contract.page),
				"The contract for people",
				"A page without scripts.",
			},
			{
				"GET /openapi.yaml", anybody, "address", noBody, page(contract.yaml),
				"The contract for programs, as YAML",
				"OpenAPI 3.1, the same as api/openapi.yaml.",
			},
			{
				"GET /openapi.json", anybody, "address", noBody, page(contract.json),
				"The contract for programs, as JSON",
				"The same document.",
			},
			{
				"GET /pgRedirect", bearer, noLimit, noBody, page(http.HandlerFunc(links.redirect)),
				"Go to the gateway of a payment",
				"The link of the payment in the query counts, and nothing else that is told. It has limits of its own, per link and per network.",
			},
			{
				"GET /pay/{uniqueId}", bearer, noLimit, noBody, page(http.HandlerFunc(links.pay)),
				"The pay page of a payment",
				"Isolated from the dashboard: the gateway's script runs here. 404 for a link that there is not, 410 for one that has run out. It is counted with /pgRedirect.",
			},
			{
				PaymentReturn, bearer, noLimit, small, page(http.HandlerFunc(links.returned)),
				"Where a gateway's form sends the browser back",
				"The form's proof is checked and the gateway is asked. The form comes from the gateway's own origin. It has limits of its own, per link and per network; beyond them a page says that the gateway is asked anyway.",
			},
			{
				"GET /pay/{uniqueId}/{name}", bearer, noLimit, noBody, page(http.HandlerFunc(links.below)),
				"The gateways' logos, and where a gateway's address sends the browser back",
				"/pay/logos/ has the logos, which anybody sees; return is the same as for a form.",
			},
			{
				"GET " + mappage.Path, anybody, noLimit, noBody, page(pages.Map),
				"The page with Google's map",
				"Isolated from the dashboard: Google's script runs here. 404 without a key in the settings.",
			},
			{
				"GET " + web.Base, anybody, noLimit, noBody, page(pages.App),
				"The dashboard",
				"The built web app; it asks for its data by the calls.",
			},
			{
				"GET " + strings.TrimSuffix(web.Base, "/"), anybody, noLimit, noBody, page(pages.App),
				"The dashboard, by its address without the slash",
				"Leads to the address with it; the query is kept.",
			},
			{
				"GET /app-config.json", anybody, noLimit, noBody, page(http.HandlerFunc(pages.Site.Config)),
				"What the app must know before anybody has signed in",
				"Names, addresses of help, and the origins of the isolated pages.",
			},
			{
				"GET /site.css", anybody, noLimit, noBody, page(http.HandlerFunc(pages.Site.Style)),
				"The style of the pages outside the dashboard",
				"Of the contract's page too.",
			},
			{
				"GET /{$}", anybody, noLimit, noBody, page(http.HandlerFunc(pages.Site.Front)),
				"The front door",
				"Also where a sign-out ends.",
			},
			{
				catchAll, anybody, noLimit, noBody, page(http.HandlerFunc(pages.Site.Page)),
				"A policy, the wish list, or the page of a city",
				"The policies are terms-and-conditions, shipping-policy, cancel-and-return-policy, kyc-documents and referral-terms, the wish list is mywishlist, and any other name is a city's: 404 when we rent nothing there.",
			},
			{
				"GET /healthz", anybody, noLimit, noBody, page(pages.Alive),
				"Whether the process runs",
				"Touches nothing.",
			},
			{
				"GET /readyz", anybody, noLimit, noBody, page(pages.Ready),
				"Whether the node should get requests",
				"503 with the reason while it stops, and when the database does not answer or takes no write.",
			},
			{
				"GET /metrics", bearer, "address", noBody, page(pages.Measures),
				"The numbers of the node",
				"For who holds the token of the settings; without one, for the machine itself.",
			},
		}},
	}
}

// PaymentReturn is the page to which gateways send the browser back by a form
// of their own origin: it must be let through a check for such forms.
const PaymentReturn = "POST /pay/{uniqueId}/return"
