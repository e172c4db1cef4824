package api

import (
	"net/http"

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
func table(deps Deps, contract documents) []section {
	pages := deps.Pages
	home := newDashboardCalls(deps.Dashboard)
	sessions := &sessionCalls{deps.Accounts}
	notifications := &notificationCalls{deps.Notices}
	items := &subscriptionCalls{deps.Store, deps.Subscriptions}
	tickets := &ticketCalls{deps.Store, deps.Tickets, deps.Uploads, deps.Limits}
	uploads := &uploadCalls{deps.Uploads, deps.Logger}
	transfers := &transferCalls{deps.Tickets, deps.ProductName}
	closures := &closureCalls{deps.Store, deps.Tickets, deps.Subscriptions}
	invoices := &invoiceCalls{deps.Store, deps.Billing, deps.Payments}
	refunds := &settlementCalls{deps.Settlements}
	addresses := &addressCalls{deps.Store, deps.Addresses}
	feedback := &feedbackCalls{deps.Feedback}
	staff := &operationCalls{deps.Store, deps.Tickets, deps.Settlements, deps.Accounts, deps.PublicURL, deps.Clock}
	payments := &paymentCalls{deps.Payments}
	live := &liveCalls{deps.Events, deps.Accounts, deps.Logger}
	return []section{
		{"Dashboard and session", []row{
			{
				"POST /api/RMUsers/requestLoginCode", anybody, "login", small, busy(open(sessions.requestCode)),
				"Send a sign-in code to a mobile number",
				"Sends a code of six digits, also to a number that is no customer's, so that the answer tells nobody who is one. Refused with a 429 when the number or the network has had too many codes.",
			},
			{
				"POST /api/RMUsers/verifyLoginCode", anybody, "login", small, busy(open(sessions.verifyCode)),
				"Sign in with the code",
				"Opens a session for the customer to whose number the code went. A wrong or old code is a 422, and counts; a 503 says that too many sign in at this moment.",
			},
			{
				"POST /api/RMUsers/accessTokenLogin", anybody, "login", small, open(sessions.exchange),
				"Swap the one-time code of a link for a session",
				"The code of a link opens one session and is then worth nothing. A second use, or one after its time, is refused.",
			},
			{
				"POST /api/RMUsers/logout", customer | agent | business, noLimit, noBody, own(sessions.logout),
				"End the session",
				"Ends the session that asks, at once and on every node. A token that is no session's is a 401.",
			},
			{
				"GET /api/RMUsers/sessions", customer, noLimit, noBody, own(sessions.sessions),
				"Where the customer is signed in",
				"Lists the sessions of the account by device and network. An agent's stands there as the company's, without a name.",
			},
			{
				"POST /api/RMUsers/endOtherSessions", customer, "write", noBody, own(sessions.endOthers),
				"End every session but this one",
				"Ends all sessions but the one that asks, agents' too. To ask again changes nothing.",
			},
			{
				"POST /api/RMUsers/disownSession", customer | agent | business, noLimit, noBody, own(sessions.disown),
				"End a session that a link opened for somebody else",
				"For whom a link has let into somebody else's account. The session ends, and the audit log says why.",
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
				"A tab that is not named is shown. Another customer's id is a 404.",
			},
			{
				"POST /api/RMUsers/{id}/setLanguage", customer, "write", small, ownID(sessions.setLanguage),
				"Choose the language of messages and documents",
				"The language of the app, as two letters. It holds for what is written to the customer from then on. To choose the same again changes nothing.",
			},
			{
				"GET /api/RMUsers/{id}/getNotificationPreferences", customer, noLimit, noBody, ownID(notifications.preferences),
				"By which channels the customer is told of what",
				"Every category of messages with each of its channels; all are on until the customer switches one off.",
			},
			{
				"POST /api/RMUsers/{id}/setNotificationPreferences", customer, "write", small, ownID(notifications.set),
				"Switch messages on or off, by category and channel",
				"What is not named stays as it is, and the answer is how all stand then. To choose the same again changes nothing. 422 for a category and channel without messages or named twice, and for switching off messages about the security of the account.",
			},
			{
				"GET /api/Haptiks/generateUserAndSessionMap", customer | business, noLimit, noBody, own(sessions.chatSession),
				"A chat session",
				"Opens a chat, or gives back the one that is open.",
			},
			{
				"POST /api/Chatbots/upsertUserAndSessionMap", customer | business, noLimit, small, own(sessions.keepChat),
				"Keep or end a chat session",
				"active false ends the chat. Another customer's userId is a 404. To ask again changes nothing.",
			},
			{
				"POST /api/UserProfiles/requestDeleteUser", customer, "write", noBody, own(sessions.deleteUser),
				"Ask for the account to be deleted",
				"The account is erased after a week, unless the customer signs in before. A 409 says what is still open, such as items or dues. To ask again changes nothing.",
			},
			{
				"POST /api/customTrack", customer, "track", small, own(sessions.track),
				"Record an event of the apps",
				"Keeps one event of the definitions, with its properties. Nothing of the customer's data changes.",
			},
			{
				"POST /api/messageToken", customer, "track", small, own(sessions.device),
				"Keep a device for push messages",
				"Keeps the device of this session for push messages. The same token again is kept once.",
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
				"GET /api/Dashboards/getSubscriptions", customer | agent, noLimit, noBody, own(items.list),
				"Active or closed items",
				"A page of items, active ones without a status. A page beyond the end is empty; a page that cannot be is a 400.",
			},
			{
				"GET /api/Dashboards/getServiceRequest", customer | agent, noLimit, noBody, own(tickets.list),
				"Service requests",
				"A page of service requests, the newest first.",
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
				"POST /api/RMUsers/{id}/createPendingRentTransaction", customer, "create_payment", small, ownID(payments.startDue),
				"Start to pay what is due",
				"The amount is computed here. While nothing has changed, the payment that is open is given back. 409 when nothing is due, or when money of an earlier try may be on its way.",
			},
			{
				"POST /api/RMUsers/{id}/createPendingDepositTransaction", customer, "create_payment", small, ownID(payments.startDeposit),
				"Start to pay the deposit",
				"The amount is computed here. While nothing has changed, the payment that is open is given back. 409 when no deposit is due, or when money of an earlier try may be on its way.",
			},
			{
				"GET /api/payments/paymentgateways", customer | agent, noLimit, noBody, own(payments.gateways),
				"The ways to pay by hand",
				"The same for every device: what a device says of itself is accepted and not believed.",
			},
			{
				"POST /api/Payments/startPayment", customer, "capture", small, own(payments.start),
				"Start the payment at a gateway",
				"Opens an order at the gateway, or gives back the one that is open. 404 for another customer's payment, 409 for one that is over.",
			},
			{
				"POST /api/Payments/razorpay/capturePayment", customer, "capture", small, own(payments.capture),
				"Bring back what the gateway gave the browser",
				"The signature is checked and the gateway is asked; nothing that the browser brings is believed. To bring it again changes nothing.",
			},
			{
				"GET /api/Payments/orderStatus", customer | agent, "order_status", noBody, own(payments.status),
				"How a payment stands",
				"Made to be asked again while the browser waits. Another customer's payment is a 404.",
			},
		}},
		{"Wallet, deposit, referral", []row{
			{
				"GET /api/Dashboards/getWalletTransactions", customer | agent, noLimit, noBody, own(payments.wallet),
				"The wallet's statement",
				"A page of movements, the newest first, each with the balance after it.",
			},
			{
				"GET /api/Dashboards/getDepositDetails", customer | agent, noLimit, noBody, own(payments.deposit),
				"The deposit",
				"What is held, what the items require, and each movement.",
			},
		}},
		{"Invoices and orders", []row{
			{
				"GET /api/Orders/getOrderDetailsForPdf", customer | agent, noLimit, noBody, own(items.order),
				"An order for printing",
				"The order with its items and address. Another customer's order is a 404.",
			},
			{
				"GET /api/Dashboards/getLedgersData", customer | agent, noLimit, noBody, own(invoices.ledgers),
				"Invoices and payments",
				"All documents and payments, the newest first.",
			},
			{
				"GET /api/RMUsers/{id}/getUserLedgerInvoice", customer | agent, noLimit, noBody, ownID(invoices.invoice),
				"A whole invoice, with how each figure was computed",
				"Every line says by which rule it was computed. Another customer's invoice is a 404.",
			},
			{
				"GET /api/RMUsers/{id}/getRentalInvoice", customer | agent, noLimit, noBody, ownID(invoices.rental),
				"A rental invoice; the latest without an id",
				"Without an id the latest rental invoice. A 404 says that there is none.",
			},
			{
				"GET /api/Invoices/generateInvoice", customer | agent, noLimit, noBody, own(invoices.ofOrder),
				"The latest invoice of an order",
				"Finds the latest document of a kind for an order of the customer; it makes none. A 404 says that there is none.",
			},
			{
				"GET /api/RMUsers/{id}/getLateFeeDetails", customer | agent, noLimit, noBody, ownID(invoices.lateFees),
				"The late fees of an invoice",
				"Each fee with its base and days; waived ones stand there with their reason and do not count in the total.",
			},
		}},
		{"Service requests", []row{
			{
				"GET /api/ServiceRequests/getCssTicketMetadata", customer | agent, noLimit, noBody, own(tickets.details),
				"One request with its slot, address and time line",
				"canReschedule and canCancel say what is possible now. Another customer's ticket is a 404.",
			},
			{
				"DELETE /api/ServiceRequests/cancellCssTask", customer | agent, noLimit, noBody, own(tickets.cancel),
				"Cancel a visit",
				"Takes the visit and its request back. With an Idempotency-Key a repetition gets the first answer. A 409 says that it is too late.",
			},
			{
				"POST /api/ServiceRequests/getCssSlots", customer | agent, noLimit, small, own(tickets.slots),
				"Slots for a visit; none means that only a day is chosen",
				"Free slots in the city of the items, by day. It reserves nothing.",
			},
			{
				"POST /api/ServiceRequests/bookCssSlot", customer | agent, noLimit, small, own(tickets.book),
				"Book a slot, or hold it for a request that is not sent yet",
				"A slot that is held without a request is given back after its time. A slot that has been taken meanwhile is a 409.",
			},
			{
				"POST /api/ServiceRequests/cssRescheduleTicket", customer | agent, noLimit, small, own(tickets.reschedule),
				"Put a visit off",
				"Moves the visit to another day or slot. With an Idempotency-Key a repetition gets the first answer. A 409 says that the slot is taken or that it is too late.",
			},
			{
				"POST /api/mojovahans/sameDayCancellationFeedback", customer | agent, noLimit, small, own(tickets.cancellationReason),
				"Why a visit was cancelled on its day",
				"Adds the reason to the request's time line. With an Idempotency-Key it is added once.",
			},
			{
				"POST /api/ServiceRequests/checkIfTicketsCanExistsParallely", customer | agent, noLimit, small, own(tickets.parallel),
				"Whether live requests stand in the way",
				"Only looks: names the live requests on the same items, and whether they can be taken back.",
			},
			{
				"POST /api/ServiceRequests/revokeTickets", customer | agent, noLimit, small, own(tickets.revoke),
				"Take requests back, all or none",
				"Takes back all of the named requests or none. With an Idempotency-Key a repetition changes nothing. A 409 says which can no longer be taken back.",
			},
			{
				"POST /api/ServiceRequests/initiateRevoke", customer | agent, noLimit, small, own(tickets.initiateRevoke),
				"What revoking would take back",
				"Only looks: groups the requests that a revocation would take back together.",
			},
			{
				"POST /api/ServiceRequests/proceedRevoke", customer | agent, noLimit, small, own(tickets.revoke),
				"Take requests back after initiateRevoke",
				"The same as revokeTickets, for screens that looked by initiateRevoke before.",
			},
			{
				"POST /api/ServiceRequests/createNewTicket", customer | agent, "ticket", small, own(tickets.create),
				"Ask for a relocation or a transfer",
				"Raises one request for all named items. With an Idempotency-Key a repetition gets the first answer. 404 for another customer's item, 409 for items with a live request, 422 for a day or address that cannot be.",
			},
			{
				"POST /api/Dashboards/createNewTickets", customer | agent, "ticket", maxRepairs, own(tickets.repair),
				"Ask for repairs, all or none",
				"Raises one repair per item, all or none. With an Idempotency-Key a repetition gets the first answer. 409 for items with a live request.",
			},
			{
				"POST /api/addresses/updateServiceRequestAddress", customer | agent, noLimit, small, own(tickets.changeAddress),
				"Have a relocation go to another address",
				"The address is one of the customer's, in a city that we serve. With an Idempotency-Key a repetition changes nothing. A 409 says that the work has begun.",
			},
			{
				"POST /api/Dashboards/saveOrderItemsAddress", customer | agent, noLimit, small, own(tickets.itemsAddress),
				"Say at which address items stand",
				"Corrects the record; nothing is moved. Both the address and the items are the customer's, else it is a 404.",
			},
			{
				"POST /api/ServiceRequestImages/upload", customer | agent, "upload", maxForm, own(uploads.upload),
				"Upload an image for a repair",
				"Takes a JPEG, PNG or WebP image of at most 8 MB and keeps it as a JPEG without its metadata. With an Idempotency-Key it is kept once. 413 for too large an image, 415 for another kind.",
			},
			{
				"GET /api/ServiceRequests/incomingTransfers", customer | agent, noLimit, noBody, own(transfers.incoming),
				"What others want to hand over to the customer",
				"Transfers that wait for this customer, the newest first, with what is still missing for each.",
			},
			{
				"POST /api/ServiceRequests/acceptTransfer", customer, "ticket", small, own(transfers.accept),
				"Take a transfer on, to one of the own addresses",
				"The receiver alone accepts. The deposit and KYC follow. 404 for a transfer to somebody else, 409 for one that is over.",
			},
			{
				"POST /api/ServiceRequests/declineTransfer", customer, noLimit, small, own(transfers.decline),
				"Refuse a transfer",
				"The receiver alone declines, and the items stay with their owner. A 409 says that the transfer is over.",
			},
			{
				"GET /api/ServiceRequests/novationAgreement", customer | agent, noLimit, noBody, printed(transfers.agreement),
				"The agreement of a transfer, to print and sign",
				"A PDF, for the two parties of the transfer and nobody else.",
			},
		}},
		{"Closure, extension and settlement", []row{
			{
				"POST /api/Dashboards/getClosureAmounts", customer | agent, noLimit, small, own(closures.amounts),
				"What giving items back costs",
				"Only computes: the charge for each item on the day, with how it was worked out. 404 for another customer's item.",
			},
			{
				"GET /api/meta/rmStaticVariables", customer | agent, noLimit, noBody, own(closures.static),
				"Holidays, reasons and date windows",
				"The same for every customer; the windows count from today.",
			},
			{
				"POST /api/Dashboards/confirmClosure", customer | agent, "ticket", small, own(closures.confirm),
				"Ask for a pickup",
				"Raises the pickup and fixes its charge. With an Idempotency-Key a repetition gets the first answer. 409 for items with a live request, 422 for a day outside the window or another reason than those offered.",
			},
			{
				"POST /api/Dashboards/getExtensionDetails", customer | agent, noLimit, small, own(closures.extensions),
				"What keeping items longer costs",
				"Only computes: the offers by months, with the rent that would hold.",
			},
			{
				"POST /api/RMUsers/{id}/extendOrderItems", customer | agent, "extension", small, ownID(closures.extend),
				"Keep items longer",
				"Extends all items or none, at the rents that were offered. With an Idempotency-Key it is done once. 409 for an item that is not active or would stay too long, 422 when the rent has changed.",
			},
			{
				"POST /api/RMUsers/{id}/setRefundPreference", customer, "write", noBody, ownID(refunds.setPreference),
				"Choose how to be refunded",
				"Holds for the refund that waits and those to come. To ask again changes nothing. 422 for a way that is none.",
			},
			{
				"GET /api/RMUsers/{id}/getRefundPreference", customer | agent, noLimit, noBody, ownID(refunds.preference),
				"How the customer wants to be refunded",
				"0 says that nothing has been chosen yet.",
			},
			{
				"GET /api/RMUsers/{id}/getSettlements", customer | agent, noLimit, noBody, ownID(refunds.statements),
				"The account of what was given back, and its refund",
				"The lines of each add up to its refund.",
			},
			{
				"POST /api/RMUsers/{id}/payOutWallet", customer, "payee", small, ownID(refunds.payOutWallet),
				"Have own money of the wallet paid to the bank or by UPI",
				"Own money alone, never what was given. The same idempotency key pays out once. 422 for a way whose details are not saved, for less than a rupee and for more than there is.",
			},
			{
				"GET /api/UserProfiles/getBankDetails", customer | agent, noLimit, noBody, own(refunds.details),
				"Where refunds go",
				"An agent sees the account number masked. Another customer's userId is a 404.",
			},
			{
				"GET /api/UserProfiles/ifsc/{code}", customer | agent, "ifsc", noBody, own(refunds.branch),
				"The bank of an IFSC code",
				"Looks the code up in the list of the Reserve Bank. 404 for a code that is in no use, 422 for another length.",
			},
			{
				"POST /api/UserProfiles/setBankDetails", customer, "payee", small, own(refunds.setBank),
				"Save the bank account for refunds",
				"The bank is asked whether the name fits before money goes there, and the customer is told of the change. 422 for a number or an IFSC that cannot be.",
			},
			{
				"POST /api/UserProfiles/setUpiDetails", customer, "payee", small, own(refunds.setUPI),
				"Save the UPI id for refunds",
				"The UPI id is checked before money goes there, and the customer is told of the change. 422 for an id that cannot be.",
			},
		}},
		{"Addresses and places", []row{
			{
				"GET /api/RMUsers/{id}/addresses", customer | agent, noLimit, noBody, ownID(addresses.list),
				"Saved addresses",
				"The addresses that the customer has saved.",
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
				"skip says that there is nothing to ask now.",
			},
			{
				"POST /api/Feedbacks/submitFeedback", customer, "write", small, own(feedback.submit),
				"Give feedback",
				"Answers one request for feedback, once. 404 for a token that is not the customer's, 422 for a rating outside 1 to 10.",
			},
			{
				"POST /api/Feedbacks/lapseFeedbackV2", customer, "write", small, own(feedback.lapse),
				"Never ask this again",
				"The customer is not asked this again. To say it again changes nothing.",
			},
			{
				"POST /api/Feedbacks/feedbackLater", customer, "write", small, own(feedback.later),
				"Ask again later",
				"The customer is asked this again another day.",
			},
		}},
		{"Operations", []row{
			{
				"GET /operations/visits", operations, noLimit, noBody, company(staff.visits),
				"Visits of today and before that are not done, and transfers ready for their day",
				"At most 500 of each, the oldest first. An empty list says that all work is done.",
			},
			{
				"POST /operations/finishVisit", operations, noLimit, small, company(staff.done),
				"Say that a visit is done, or that a transfer's agreement is signed",
				"Closes, moves or hands over the items of the request. To say it again changes nothing. 404 for a request that is not the customer's, 409 for work that was not begun.",
			},
			{
				"GET /operations/inspections", operations, noLimit, noBody, company(staff.inspections),
				"Settlements that wait for their inspection",
				"The oldest first.",
			},
			{
				"POST /operations/finishInspection", operations, noLimit, small, company(staff.inspected),
				"Say what an inspection found",
				"Fixes the refund; damage is taken off, with GST on top. To say it again changes nothing. 409 for a settlement that does not wait for it.",
			},
			{
				"GET /operations/doubtfulPayees", operations, noLimit, noBody, company(staff.doubts),
				"Refund details whose holder the bank knows by a similar name only",
				"The oldest first; no refund goes to them before somebody has decided.",
			},
			{
				"POST /operations/decidePayee", operations, noLimit, small, company(staff.decided),
				"Accept such details, or ask the customer for others",
				"Refused details get the customer asked for others. 409 for details that are decided already or replaced.",
			},
			{
				"GET /operations/stuckRefunds", operations, noLimit, noBody, company(staff.stuck),
				"Refunds that failed or came back and wait for other details or another try",
				"The oldest first, with the provider's reason.",
			},
			{
				"POST /operations/retryPayout", operations, noLimit, small, company(staff.retry),
				"Pay such a refund to the same details once more",
				"Starts a new payout to the saved details. 409 for a refund that is not stuck.",
			},
			{
				"POST /operations/agentLink", operations, noLimit, small, company(staff.agentLink),
				"Make a link by which an agent works in a customer's dashboard",
				"The link works once and for a short time. The audit log keeps the agent, the reason and who asked.",
			},
		}},
		// Pages, pictures and webhooks are no calls of the contract.
		{"", []row{
			{
				"POST /webhooks/{provider}", providers, "webhook", inbox.MaxEvent, page(&webhookCalls{deps.Inbox, deps.Logger}),
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
				"GET /pgRedirect", bearer, noLimit, noBody, page(http.HandlerFunc(pages.Pay.Redirect)),
				"Go to the gateway of a payment",
				"The link of the payment in the query counts, and nothing else that is told.",
			},
			{
				"GET /pay/{uniqueId}", bearer, noLimit, noBody, page(http.HandlerFunc(pages.Pay.Pay)),
				"The pay page of a payment",
				"Isolated from the dashboard: the gateway's script runs here. 404 for a link that there is not, 410 for one that has run out.",
			},
			{
				PaymentReturn, bearer, noLimit, small, page(http.HandlerFunc(pages.Pay.Return)),
				"Where a gateway's form sends the browser back",
				"The form's proof is checked and the gateway is asked. The form comes from the gateway's own origin.",
			},
			{
				"GET /pay/{uniqueId}/{name}", bearer, noLimit, noBody, page(http.HandlerFunc(pages.Pay.Below)),
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
				"The policies are terms-and-conditions, shipping-policy, cancel-and-return-policy, kyc-documents and referral-terms, the wish list is mywishlist, and any other name is a city's.",
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
				"GET /metrics", bearer, noLimit, noBody, page(pages.Measures),
				"The numbers of the node",
				"For who holds the token of the settings; without one, for the machine itself.",
			},
		}},
	}
}

// PaymentReturn is the page to which gateways send the browser back by a form
// of their own origin: it must be let through a check for such forms.
const PaymentReturn = "POST /pay/{uniqueId}/return"
