package api

import (
	"net/http"
	"strings"

	"rento/internal/address/mappage"
	"rento/internal/errorreport"
	"rento/internal/inbox"
	"rento/internal/notify"
	"rento/internal/site"
	"rento/internal/support/chatpage"
	"rento/internal/support/console"
	"rento/internal/web"
)

// table is the whole interface, read from top to bottom. A row consists of
//
//	method and path, who may call, class of limits, size of the body, handler with its owner check,
//	summary,
//	further facts: what is idempotent, which faults there are,
//
// and none of these can be left out (see row). Everything else about a call is in the file of its
// section.
func table(deps Deps, names *productNames, contract documents) []section {
	pages, lists := deps.Pages, pager{deps.Keyring}
	home := newDashboardCalls(deps.Dashboard, names)
	sessions := &sessionCalls{deps.Accounts, deps.Notices, pages.Chat.Provider, deps.Logger}
	notifications := &notificationCalls{deps.Store, deps.Notices}
	items := &subscriptionCalls{deps.Store, deps.Subscriptions, deps.Documents, lists}
	tickets := &ticketCalls{deps.Store, deps.Tickets, deps.Uploads, deps.Limits, lists}
	uploads := &uploadCalls{deps.Uploads, deps.Logger}
	transfers := &transferCalls{deps.Tickets, deps.LegalName}
	closures := &closureCalls{deps.Store, deps.Tickets, deps.Subscriptions}
	invoices := &invoiceCalls{deps.Store, deps.Billing, deps.Payments, deps.Documents, lists, deps.Logger}
	refunds := &settlementCalls{deps.Settlements, lists}
	addresses := &addressCalls{deps.Store, deps.Addresses}
	feedback := &feedbackCalls{deps.Feedback}
	referrals := &referralCalls{deps.Referrals, lists}
	staff := &operationCalls{deps.Store, deps.Tickets, deps.Settlements, deps.Payments, deps.Accounts, deps.Alerts, deps.Reconcile, deps.Billing, deps.PublicURL, deps.Clock}
	payments := &paymentCalls{deps.Payments, deps.Store, deps.Documents, deps.Clock, lists}
	debits := &autoDebitCalls{deps.AutoDebit, deps.Billing}
	challans := &challanCalls{deps.Store, deps.Billing, deps.Documents, deps.Clock}
	catalogue := &catalogueCalls{deps.Store, deps.Subscriptions}
	ahead := &advanceCalls{deps.Store, deps.Billing, deps.Documents}
	links := linkPages{pages.Pay, deps.Limits}
	identity := &kycCalls{deps.KYC, deps.Accounts, deps.Clock, deps.Logger}
	chats := &chatCalls{deps.Support, deps.Accounts, deps.Uploads}
	people := &staffCalls{deps.Staff}
	errors := &errorCalls{deps.ErrorReports}
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
				"Opens a session of whom the link was made for, the customer or an agent. One of the link of a message (isByLink) looks and pays alone. The code works once and for a short time; it is a 401 afterwards, and so is an unknown one.",
			},
			{
				"POST /api/RMUsers/logout", customer | agent | business | payer, "write", noBody, own(sessions.logout),
				"End the session",
				"Ends the session that asks, at once and on every node, and with it the push messages to its device and the customer's chat.",
			},
			{
				"GET /api/RMUsers/sessions", customer | payer, noLimit, noBody, own(sessions.sessions),
				"Where the customer is signed in",
				"Lists the sessions of the account by device and network, the one used last first. An agent's stands there as the company's, without a name.",
			},
			{
				"POST /api/RMUsers/endOtherSessions", customer, "write", noBody, own(sessions.endOthers),
				"End every session but this one",
				"Ends all sessions but the one that asks, agents' too. To ask again changes nothing.",
			},
			{
				"POST /api/RMUsers/disownSession", customer | business | payer, "write", noBody, own(sessions.disown),
				"End a session that a link opened for somebody else",
				"For whom a link has let into somebody else's account. The session ends, and the audit log says that it was disowned. An agent, who is in somebody else's account by right, gets a 403 and ends the session by logout.",
			},
			{
				"GET /api/Dashboards/isB2B", customer | agent | business | payer, noLimit, noBody, own(sessions.isB2B),
				"Whether the customer is a business",
				"success is true for a business, which sees one notice in place of the dashboard.",
			},
			{
				"GET /api/Dashboards/checkCreditExist", customer | agent | payer, noLimit, noBody, own(sessions.credit),
				"Whether there is a credit history",
				"Says only whether there is a history, nothing of what stands in it.",
			},
			{
				"GET /api/RMUsers/{id}/dashboardTabsVisibility", customer | agent | payer, noLimit, noBody, ownID(sessions.tabs),
				"Which tabs to show",
				"A tab that is not named is shown. An agent does not get kyc, referral and settings. Another customer's id is a 404.",
			},
			{
				"POST /api/RMUsers/{id}/setLanguage", customer, "write", small, ownID(sessions.setLanguage),
				"Choose the language of messages",
				"The language of the app, as two small letters; one that is not shipped is a 422 (`account.language_unknown`), whose `extra.values` name those that are. It holds for what is written to the customer from then on. With `fromBrowser` it fills what the customer never chose, and changes nothing else. To choose the same again changes nothing.",
			},
			{
				"GET /api/RMUsers/{id}/getNotificationPreferences", customer | payer, noLimit, noBody, ownID(notifications.preferences),
				"By which channels the customer is told of what",
				"Every category of messages with each of its channels; all are on until the customer switches one off.",
			},
			{
				"GET /api/RMUsers/{id}/getMessages", customer | payer, noLimit, noBody, ownID(notifications.messages),
				"What the customer was told",
				"Newest first, ten at a time: what was told on several channels once, in the words of the mail where there was one. Sign-in codes are left out.",
			},
			{
				"POST /api/RMUsers/{id}/setNotificationPreferences", customer, "write", small, ownID(notifications.set),
				"Switch messages on or off, by category and channel",
				"What is not named stays as it is, and the answer is how all stand then. To choose the same again changes nothing. 422 for a category and channel without messages or named twice, and for switching off messages about the security of the account.",
			},
			{
				"GET /api/RMUsers/{id}/getConsents", customer | payer, noLimit, noBody, ownID(sessions.consents),
				"To what the customer has agreed",
				"Each purpose, and whether the customer has agreed to it: to which text, in which language and when.",
			},
			{
				"POST /api/RMUsers/{id}/setConsent", customer, "write", small, ownID(sessions.setConsent),
				"Agree to a purpose, or take that back",
				"Nothing of the purpose is done without consent, and what was stored under one is deleted when it is taken back. The answer is how all stand then. While a consent holds, to give it again changes nothing; without one there is nothing to take back. 422 for a purpose, text or language that there is not.",
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
				"POST /api/Haptiks/verify", anybody, noLimit, tiny, open(sessions.verifyChat),
				"Whether we vouch for a name at the chat service",
				"For the chat service, which asks before it takes a customer: status is true for a name with its auth_code of the last quarter of an hour, and any other is a 400.",
			},
			{
				"GET /api/Chatbots/conversation", customer | business, noLimit, noBody, own(chats.conversation),
				"What the customer and support have said to each other",
				"The newest 50 messages, over all conversations; with before those before that message. What may be asked by a press comes with the newest ones, and is less for a business.",
			},
			{
				"POST /api/Chatbots/sendMessage", customer | business, "chat", small, own(chats.send),
				"Write to support",
				"A person is asked to answer. The same key again gets the message of the first time and changes nothing. 404 for a picture that is not the customer's, 422 without words and a picture.",
			},
			{
				"POST /api/Chatbots/sendQuickReply", customer | business, "chat", tiny, own(chats.sendQuickReply),
				"Ask something by a press",
				"The assistant answers what is due and how requests stand, as they are then; for anything else a person is asked. The same key again changes nothing. 422 for what cannot be asked, of a business what its customer would ask at home.",
			},
			{
				"POST /api/Chatbots/markSeen", customer | business, "write", tiny, own(chats.seen),
				"Say that the messages were seen, up to one of them",
				"404 for a message that is not the customer's. To say it again changes nothing.",
			},
			{
				"POST /api/Chatbots/uploadImage", customer | business, "upload", maxForm, own(chats.upload),
				"Upload an image for a message",
				"As ServiceRequestImages/upload, for sendMessage: one that no message uses is forgotten after a day. With an Idempotency-Key it is kept once. 413 for too large an image or too many, 415 for another kind, 422 for malware, 429 when others are being read, 503 when the scanner for malware does not answer.",
			},
			{
				"GET /api/UserProfiles/downloadData", customer, "download_data", noBody, sessions.download(),
				"A copy of all that is held of the customer",
				"A ZIP with data.json, readme.txt, and the pictures and documents that the customer has given. Numbers of identity documents, accounts and cards are masked. It is written while it is read; an answer that breaks off is no whole file. Each is written into the audit log, and the customer is told. 429 after three in an hour or ten in a day.",
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
				"POST /api/customTrack", customer | payer, "track", small, own(sessions.track),
				"Record an event of the apps",
				"Keeps one event of a customer who has agreed to analytics (setConsent), with the properties that rudderstack-event-data.json defines and no others; of anybody else nothing is kept. 422 for an event that is not defined or lacks a property, and for properties beyond the limits. Nothing of the customer's data changes.",
			},
			{
				"POST /api/messageToken", customer, "device", small, own(sessions.device),
				"Keep a device for push messages",
				"Keeps the device for push messages until this session ends. The same token again is kept once, and a device that was another customer's is this customer's from now on. Nothing is sent to one with isContactPermissionAllowed false. A browser is endpoint#p256dh=…&auth=…, of its subscription for the key of app-config.json; 422 for a device to which nothing can be sent.",
			},
			{
				"POST /api/errors/envelope", anybody, "error_report", errorreport.MaxEnvelope, open(errors.receive),
				"Report an error",
				"Takes an envelope of Sentry's protocol: a line with a header, and for each item a line with its header and the payload, each of them JSON. Of the event the errors are kept with the calls that were running, the level, the release and the tags route, place, step, type, language and devicePlatform, all of them scrubbed again; anything else is left out, and items of other types are passed over. An SDK of Sentry may have this address as its `tunnel`. 400 for what is no envelope, 422 for one without an error, 429 when too many come or too many new kinds of errors on a day.",
			},
			{
				"GET /rudderstack-event-data.json", anybody, noLimit, noBody, open(sessions.events),
				"Definitions of the analytics events",
				"The app drops every event and property that is not named here, and the server keeps none.",
			},
			{
				"GET /api/Dashboards/dashboardData", customer | agent | payer, noLimit, noBody, ready[DashboardData](home.data),
				"What the home screen shows",
				"One answer for the whole screen, computed from the journal; its revision says which state it shows.",
			},
			{
				"GET /api/Dashboards/upcoming", customer | agent | payer, noLimit, noBody, own(home.upcoming),
				"What is going on and comes next",
				"The live requests with their next day, what others hand over, and agreed extensions with the rent and the day from which it holds.",
			},
			{
				"GET /api/Dashboards/getSubscriptions", customer | agent | payer, noLimit, noBody, own(items.list),
				"Active or closed items",
				"A page of items: active ones by their delivery, with status closed those that were picked up by their pickup, the latest first. A page beyond the end is empty. 400 for a query that is no JSON object, 422 for a page or size that cannot be.",
			},
			{
				"GET /api/Dashboards/getServiceRequest", customer | agent | payer, noLimit, noBody, own(tickets.list),
				"Service requests",
				"A page of service requests, the newest first; live ones, those that are over, or all. 400 for a query that is no JSON object, 422 for a page or size that cannot be.",
			},
		}},
		{"Live state", []row{
			{
				"GET /api/events", customer | agent | business | payer, noLimit, noBody, live.stream(),
				"A stream of events that says when the customer's data has changed",
				"Server-sent events. The first is `revision`, or `changed` when the reader knows another revision; each later one is `changed`. Their id is the customer's revision, their data `{\"revision\": n}`. `replaced` says that the customer has opened too many streams since. A comment comes every 20 seconds. The stream ends with its session, and when the node stops; the reader comes back with the last id.",
			},
		}},
		{"Auto-debit, advance rental, payments", []row{
			{
				"POST /api/RMUsers/{id}/createPendingRentTransaction", customer | payer, "create_payment", small, outside(ownID(payments.startDue)),
				"Start to pay what is due",
				"The amount is computed here, and the wallet pays first; walletPaid says that it has paid all. While nothing has changed, the payment that is open is given back. 409 when nothing is due, or when money of an earlier try may be on its way; 502 when a gateway that opens at once does not answer.",
			},
			{
				"POST /api/RMUsers/{id}/createPendingDepositTransaction", customer | payer, "create_payment", small, outside(ownID(payments.startDeposit)),
				"Start to pay the deposit",
				"The amount is computed here; the wallet pays no deposit. While nothing has changed, the payment that is open is given back. 409 when no deposit is due, or when money of an earlier try may be on its way; 502 when a gateway that opens at once does not answer.",
			},
			{
				"GET /api/Dashboards/getRecurringCards", customer | agent | payer, noLimit, noBody, own(debits.cards),
				"By what rent is debited",
				"The mandates that stand, the active one first, be they paused or about to be withdrawn, and those that the bank is to confirm; those by NACH with includeNach=true alone.",
			},
			{
				"GET /api/Dashboards/advanceRentalMeta", customer | agent | payer, noLimit, noBody, own(debits.meta),
				"How rent can be paid by itself",
				"The ways to set auto debit up, with the limit and what a month comes to, and what is said of paying rent in advance, which is empty when that is not offered.",
			},
			{
				"GET /api/Dashboards/advanceRentalOptions", customer | agent | payer, noLimit, noBody, own(ahead.options),
				"For how many months rent can be paid in advance",
				"Worked out from what is rented: all rent from the first month that is not billed, less the discount, with tax. What is due now is an option of its own, with the label Due Amount.",
			},
			{
				"GET /api/Dashboards/advanceRentalPackage", customer | agent | payer, noLimit, noBody, own(ahead.latest),
				"Rent that was paid in advance",
				"The active package, else the last one: what was paid, used and is left, what the next invoice takes, and the vouchers.",
			},
			{
				"GET /api/Payments/advanceVoucher", customer | agent | payer, noLimit, noBody, ownPaper(voucherPaper(ahead, ahead.voucher)),
				"A voucher of rent in advance",
				"The receipt voucher of what was paid, or the refund voucher of what of it went back; with Accept: application/pdf its A4 PDF in the language of Accept-Language. Another customer's voucher is a 404.",
			},
			{
				"POST /api/rmusers/{id}/createAdvanceRentalTransaction", customer | payer, "create_payment", small, outside(ownID(payments.startAdvance)),
				"Start to pay rent in advance",
				"The amount is computed here; own money of the wallet that is not needed for the dues pays first. While nothing has changed, the payment that is open is given back. With 0 months it is createPendingRentTransaction. 422 for months that are not offered, 409 when money of an earlier try may be on its way; 502 when a gateway that opens at once does not answer.",
			},
			{
				"GET /api/UserProfiles/getBilldeskOptions", customer, "mandate", noBody, outside(own(debits.begin)),
				"Set auto debit up",
				"Registers a mandate, which the customer confirms in the gateway's checkout, within half an hour; until then a call for the same way gives back the same one. One that nobody confirms lapses. Nothing is paid. 404 for a way that is not offered, 409 when nothing is rented, the rent is above the highest limit, or the bank is still deciding on one of that way or has just confirmed it, 502 when the gateway does not answer, after which the call may be made again.",
			},
			{
				"GET /api/UserProfiles/getRazorPayOptions", customer, "mandate", noBody, outside(own(debits.beginByOrder)),
				"Set auto debit up at the gateway of payments",
				"As getBilldeskOptions, at the other gateway. By UPI and card one rupee is authorized, which is not taken and goes back by itself. 404 for a way that is not offered there, 409 when nothing is rented, the rent is above the highest limit, or the bank is still deciding on one of that way or has just confirmed it, 502 when the gateway does not answer, after which the call may be made again.",
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
				"POST /api/Dashboards/checkMandate", customer, "order_status", small, outside(own(debits.check)),
				"Ask the bank about a mandate",
				"For a customer who waits for the bank: the gateway is asked now. success false says that the bank has not decided, or has said no, which the card's status tells. A decided one is given back as it stands. 404 for another customer's mandate, 502 when the gateway does not answer.",
			},
			{
				"POST /api/Dashboards/setActiveCard", customer, "mandate", small, own(debits.setActive),
				"Have rent debited by another mandate",
				"Planned debits of the one before are dropped; what is with the bank already goes on. 404 for another customer's mandate, 409 for one that is paused or being withdrawn. To ask again changes nothing.",
			},
			{
				"POST /api/Dashboards/cancelMandate", customer, "mandate", small, outside(own(debits.cancel)),
				"Withdraw a mandate",
				"Nothing is debited by it any more from this moment on; the bank is asked until it has confirmed. 404 for another customer's mandate, 502 when its gateway is not set up. To ask again while it is being withdrawn asks the bank again; one that is withdrawn stays so.",
			},
			{
				"POST /api/Dashboards/skipDebit", customer, "mandate", small, own(debits.skip),
				"Skip one debit",
				"Its invoice stays due, to be paid by hand; later ones are debited as before. 404 for another customer's debit, 409 for one that is with the bank already or over. To ask again changes nothing.",
			},
			{
				"GET /api/payments/paymentgateways", customer | agent | payer, noLimit, noBody, own(payments.gateways),
				"The ways to pay by hand",
				"The same for every device: what a device says of itself is accepted and not believed.",
			},
			{
				"POST /api/Payments/startPayment", customer | payer, "capture", small, outside(own(payments.start)),
				"Start the payment at a gateway",
				"Opens an order at the gateway, or gives back the one that is open: all tries at a gateway share one order. 404 for another customer's payment or an unknown gateway; 409 for a payment that is paid, over or no longer what is due, and while money of a try at another gateway may be on its way; 502 when the gateway does not answer, after which the call may be made again.",
			},
			{
				"POST /api/Payments/razorpay/capturePayment", customer | payer, "capture", small, own(payments.capture),
				"Bring back what the gateway gave the browser",
				"The signature is checked against our order and the gateway is asked; nothing else that the browser brings is believed. success false says that the payment is not decided yet. 400 for a proof that is not the gateway's, 404 for another customer's payment. To bring it again changes nothing.",
			},
			{
				"GET /api/Payments/orderStatus", customer | agent | payer, "order_status", noBody, own(payments.status),
				"How a payment stands",
				"Made to be asked again while the browser waits; the gateway is then asked sooner, every 90 seconds at most. With refresh=true, for somebody who has left the gateway and wants to know, it is asked before the answer, every 2 seconds at most. Another customer's payment is a 404.",
			},
		}},
		{"Wallet, deposit, referral", []row{
			{
				"GET /api/Payments/receipt", customer | agent | payer, noLimit, noBody, printed(payments.receipt),
				"The receipt of a payment",
				"A PDF in the language of Accept-Language: of whom, for what, how it was paid, and which invoices it paid. 404 for a payment that has not succeeded, one that went back, and another customer's.",
			},
			{
				"GET /api/Dashboards/getWalletTransactions", customer | agent | payer, noLimit, noBody, ownPaper(payments.wallet()),
				"The wallet's statement",
				"A page of movements, the newest first, each with the balance after it; with Accept: application/pdf the statement of some days on paper, with text/csv for a spreadsheet, the oldest first. 400 for a query that is no JSON object, 422 for a page, a size or days that cannot be.",
			},
			{
				"GET /api/Dashboards/getDepositDetails", customer | agent | payer, noLimit, noBody, ownPaper(payments.deposit()),
				"The deposit",
				"What is held, what the items require, and the latest 100 movements, the newest first; with Accept: application/pdf the statement of some days on paper, with text/csv for a spreadsheet, the oldest first. 422 for days that cannot be.",
			},
			{
				"GET /api/Dashboards/referrals", customer, noLimit, noBody, own(referrals.overview),
				"How to invite others, and who was invited",
				"The newest 500. Without a friend's address once the friend has joined.",
			},
			{
				"POST /api/Dashboards/joinReferral", customer, "referral", tiny, own(referrals.join),
				"Enter the code of who has invited the customer",
				"Before the first rent is paid; both rewards are promised as they are now. The same code again changes nothing. 404 for a code that is nobody's, 409 for who has entered another's or has paid rent, 422 for the customer's own.",
			},
			{
				"POST /api/RMUsers/sendReferralInviteEmail", customer, "referral", tiny, own(referrals.inviteByMail),
				"Invite somebody by mail",
				"In the customer's language. Who was written to within 30 days, by whomever, is not written to again; the answer is the same. 422 for what is no mail address, and for the customer's own.",
			},
			{
				"GET /api/UserContactLists/getContactList", customer, noLimit, noBody, own(referrals.contacts),
				"Contacts whom the customer may invite",
				"A page, by name. 400 for a query that is no JSON object, 422 for a page or size that cannot be.",
			},
			{
				"GET /api/UserContactLists/getContactListCount", customer, noLimit, noBody, own(referrals.count),
				"How many contacts there are",
				"Counts the customer's own.",
			},
			{
				"POST /api/UserContactLists/addContacts", customer, "write", small, own(referrals.add),
				"Keep contacts",
				"Each mobile number once: it gets the new name and address. 422 without consent and for a contact that cannot be, of which none is kept then; 409 for more than 500.",
			},
			{
				"POST /api/UserContactLists/removeContact", customer, "write", tiny, own(referrals.remove),
				"Remove a contact",
				"404 for a contact that the customer does not have.",
			},
			{
				"POST /api/UserContactLists/invite", customer, "referral", small, own(referrals.invite),
				"Invite contacts",
				"By mail where there is an address, else by text message. Who was invited before is left out. 404 for a contact that the customer does not have; nobody is written to then.",
			},
		}},
		{"Invoices and orders", []row{
			{
				"GET /api/Dashboards/getAccountStatement", customer | agent | payer, noLimit, noBody, ownPaper(accountPaper(payments, payments.ownAccount)),
				"What was charged and what paid it, over some days",
				"Invoices, credit notes, late fees and payments with what is owed after each, and what was owed before and after; with Accept: application/pdf on paper, with text/csv for a spreadsheet, as the statements of wallet and deposit are too. 422 for days that cannot be.",
			},
			{
				"GET /api/Orders/getOrderDetailsForPdf", customer | agent | payer, noLimit, noBody, ownPaper(items.order()),
				"An order for printing",
				"The order with its address and its items, each at the rent with which it was ordered. With Accept: application/pdf on paper. Another customer's order is a 404.",
			},
			{
				"GET /api/Dashboards/getLedgersData", customer | agent | payer, noLimit, noBody, own(invoices.ledgers),
				"Invoices and payments",
				"A page of the documents, the newest 500 without a query, and the latest 100 payments and second payments that went back; both the newest first. 400 for a query that is no JSON object, 422 for a page or size that cannot be. A payment that reached no gateway is not among them.",
			},
			{
				"GET /api/RMUsers/{id}/getUserLedgerInvoice", customer | agent | payer, noLimit, noBody, ownIDPaper(invoicePaper(invoices, invoices.invoice)),
				"A whole invoice, with how each figure was computed",
				"Every line says by which rule it was computed. With Accept: application/pdf the same document as an A4 PDF in the language of Accept-Language. Another customer's invoice is a 404.",
			},
			{
				"GET /api/RMUsers/{id}/getRentalInvoice", customer | agent | payer, noLimit, noBody, ownIDPaper(invoicePaper(invoices, invoices.rental)),
				"A rental invoice; the latest without an id",
				"Without an id the latest rental invoice. With Accept: application/pdf it is an A4 PDF. A 404 says that there is none, or that it is another customer's.",
			},
			{
				"GET /api/Invoices/generateInvoice", customer | agent | payer, noLimit, noBody, ownPaper(invoicePaper(invoices, invoices.ofOrder)),
				"The latest invoice of an order",
				"Finds the latest document of a kind that has a line of the order, or of one of its items; it makes none. With Accept: application/pdf it is an A4 PDF. A 404 says that there is none.",
			},
			{
				"GET /api/RMUsers/{id}/getLateFeeDetails", customer | agent | payer, noLimit, noBody, ownID(invoices.lateFees),
				"The late fees of an invoice",
				"Each fee with its base and days, the oldest first; waived ones stand there with their reason and do not count in the total. Another customer's invoice is a 404.",
			},
		}},
		{"Service requests", []row{
			{
				"GET /api/ServiceRequests/getCssTicketMetadata", customer | agent | payer, noLimit, noBody, own(tickets.details),
				"One request with its slot, address and time line",
				"canReschedule and canCancel say what is possible now. Another customer's ticket is a 404.",
			},
			{
				"DELETE /api/ServiceRequests/cancellCssTask", customer | agent, "ticket_change", noBody, own(tickets.cancel),
				"Cancel a visit",
				"Takes the visit and its request back, with what the request has caused. With an Idempotency-Key a repetition gets the first answer. 404 for another customer's request, 409 when it is too late or there is no visit.",
			},
			{
				"POST /api/ServiceRequests/getCssSlots", customer | agent | payer, onlyComputes, small, own(tickets.slots),
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
				"POST /api/ServiceRequests/checkIfTicketsCanExistsParallely", customer | agent | payer, onlyComputes, small, own(tickets.parallel),
				"Whether live requests stand in the way",
				"Only looks: names the live requests on the same items, and whether all of them can be taken back. 404 for another customer's item, 409 for one that is not active, 422 for a kind of request that there is not.",
			},
			{
				"POST /api/ServiceRequests/revokeTickets", customer | agent, "ticket_change", small, own(tickets.revoke),
				"Take requests back, all or none",
				"Takes back all of the named requests or none, and what they caused: a charge for leaving early is credited, a booked slot is free again. With an Idempotency-Key a repetition changes nothing. 404 for another customer's request, 409 for one that can no longer be taken back.",
			},
			{
				"POST /api/ServiceRequests/initiateRevoke", customer | agent | payer, onlyComputes, small, own(tickets.initiateRevoke),
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
				"Takes a JPEG, PNG or WebP image of at most 8 MB and keeps it as a JPEG without its metadata; one that no request uses is forgotten after a day. With an Idempotency-Key it is kept once. 413 for too large an image or too many, 415 for another kind, 422 for malware, 429 when others are being read, 503 when the scanner for malware does not answer.",
			},
			{
				"GET /api/ServiceRequests/incomingTransfers", customer | agent | payer, noLimit, noBody, own(transfers.incoming),
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
				"GET /api/ServiceRequests/deliveryChallan", customer | agent | payer, noLimit, noBody, ownPaper(challanPaper(challans, challans.own)),
				"The delivery challan of goods that are moved for a request",
				"From whom to whom which goods go, and their value; with Accept: application/pdf its three copies as an A4 PDF in the language of Accept-Language. Another customer's challan is a 404.",
			},
			{
				"GET /api/ServiceRequests/novationAgreement", customer | agent | payer, noLimit, noBody, printed(transfers.agreement),
				"The agreement of a transfer, to print and sign",
				"A PDF in English for the two parties of the transfer; it is a 404 for anybody else, and a 409 until the receiver has accepted.",
			},
		}},
		{"Closure, extension and settlement", []row{
			{
				"POST /api/Dashboards/getClosureAmounts", customer | agent | payer, onlyComputes, small, own(closures.amounts),
				"What giving items back costs",
				"Only computes: the charge for each item on the day, or on the first possible one, with how it was worked out. 404 for another customer's item, 409 for one that is not active.",
			},
			{
				"GET /api/meta/rmStaticVariables", customer | agent | payer, noLimit, noBody, own(closures.static),
				"Holidays, reasons and date windows",
				"The same for every customer; the windows count from today.",
			},
			{
				"POST /api/Dashboards/confirmClosure", customer | agent, "ticket", small, own(closures.confirm),
				"Ask for a pickup",
				"Raises the pickup and invoices its charge. With an Idempotency-Key a repetition gets the first answer. 404 for another customer's item, 409 for items that are not active or have a live request, 422 for a day outside the window or another reason than those offered.",
			},
			{
				"POST /api/Dashboards/getExtensionDetails", customer | agent | payer, onlyComputes, small, own(closures.extensions),
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
				"GET /api/RMUsers/{id}/getRefundPreference", customer | agent | payer, noLimit, noBody, ownID(refunds.preference),
				"How the customer wants to be refunded",
				"0 says that nothing has been chosen yet.",
			},
			{
				"GET /api/RMUsers/{id}/getSettlements", customer | agent | payer, noLimit, noBody, ownID(refunds.statements),
				"The account of what was given back, and its refund",
				"A page, the newest first, the newest 100 without a query; the lines of each add up to its refund. 400 for a query that is no JSON object, 422 for a page or size that cannot be.",
			},
			{
				"POST /api/RMUsers/{id}/payOutWallet", customer, "payee", small, ownID(refunds.payOutWallet),
				"Have own money of the wallet paid to the bank or by UPI",
				"Own money alone, never what was given; what is due is paid from the wallet first. The way becomes the customer's choice for every refund. The same Idempotency-Key pays out once; without one, the same again within ten minutes is the same call. 422 for a way whose details are not saved, for less than a rupee and for more than there is.",
			},
			{
				"GET /api/UserProfiles/getBankDetails", customer | agent | payer, noLimit, noBody, own(refunds.details),
				"Where refunds go",
				"An agent, and who came by the link of a message, see the account number, its holder and the UPI id masked (`XXXXXX3210`, `K… A…`, `ka…@okbank`). Another customer's userId is a 404.",
			},
			{
				"GET /api/UserProfiles/ifsc/{code}", customer | agent | payer, "ifsc", noBody, own(refunds.branch),
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
				"GET /api/RMUsers/{id}/addresses", customer | agent | payer, noLimit, noBody, ownID(addresses.list),
				"Saved addresses",
				"The addresses that the customer has saved, the oldest first.",
			},
			{
				"POST /api/RMUsers/{id}/addresses", customer | agent, "write", small, ownID(addresses.add),
				"Save an address",
				"The same address again is the one that is there, and with an Idempotency-Key a repetition gets the first answer. 422 for a city that is not served or a point outside it.",
			},
			{
				"POST /api/Addresses/serviceability", customer | agent | payer, "map", small, own(addresses.serviceability),
				"Whether we deliver to a point",
				"Only looks: whether the point lies in a city that we serve; the message says why not.",
			},
			{
				"GET /api/Places/autocomplete", customer | agent | payer, "map", noBody, own(addresses.autocomplete),
				"Places in India that a text may mean",
				"Answers in the shape of a geocoder. A text that is too short is INVALID_REQUEST, not an error.",
			},
			{
				"GET /api/Places/details", customer | agent | payer, "map", noBody, own(addresses.details),
				"One place",
				"Answers in the shape of a geocoder. An unknown id is NOT_FOUND, not an error.",
			},
			{
				"GET /api/Places/geocode", customer | agent | payer, "map", noBody, own(addresses.geocode),
				"The place at a point, or of an address",
				"Takes a point or a text, not both. What cannot be read is INVALID_REQUEST, not an error.",
			},
			{
				"GET /api/Places/schematic", customer | agent | payer, "map", noBody, own(addresses.schematic),
				"What the schematic map shows",
				"Cities with the radius served and centres of localities; the same for every customer.",
			},
		}},
		{"Identity verification (KYC)", []row{
			{
				"GET /api/Hyperverges/generateJwtToken", customer, "kyc", noBody, outside(own(identity.token)),
				"Open the provider's own screens for a selfie",
				"Begins a try of the selfie with a token that opens the screens. What they say in the browser is a hint: the provider is asked. 409 when the selfie is not the step to take, 502 when the provider does not answer.",
			},
			{
				"GET /api/Hyperverges/getKYCData", customer | agent, noLimit, noBody, own(identity.data),
				"What the screens of KYC begin with",
				"The customer's profile, the professions, and the domains whose addresses prove no employer. The profession 1337 is none: it is not offered, and whoever has it has none.",
			},
			{
				"GET /api/Hyperverges/completionStatusV3", customer | agent, noLimit, noBody, own(identity.status),
				"How far KYC is",
				"The steps of the profession in their order, each with the percentage that it reaches, and the one to take next. Numbers are masked. Each answer has new addresses of the documents, which work for five minutes; an agent gets none.",
			},
			{
				"GET /api/Hyperverges/getDigilockerUrl", customer, "kyc", noBody, outside(own(identity.lockerURL)),
				"Share documents from DigiLocker",
				"Begins a consent and answers with its address. The browser comes back to the KYC screen with from=digilocker, whose session brings the query to completeDigilocker. 409 when no document is to be brought, 502 when DigiLocker does not answer.",
			},
			{
				"POST /api/Hyperverges/completeDigilocker", customer, "kyc", 32 << 10, outside(own(identity.lockerDone)),
				"Take in what was shared from DigiLocker",
				"Fetches the Aadhaar, which stands for the government ID, and the PAN if it was shared. To bring the same again changes nothing. 409 without a consent that this customer has begun, 422 with extra.reason when nothing was shared, 502 when DigiLocker does not answer.",
			},
			{
				"POST /api/UserProfiles/setProfessionV3", customer, "write", small, own(identity.setProfession),
				"Choose or change the profession",
				"Begins KYC, and goes on with one that was cancelled or, after 30 days, declined. Steps of identity stay, the others begin anew. The same again changes nothing. 409 when it cannot be changed (canChangeProfession is false), 422 for one that is not offered, such as 1337.",
			},
			{
				"POST /api/Hyperverges/validateAndUpload", customer, "kyc_upload", maxDocumentForm, outside(own(identity.upload)),
				"Upload a document or selfie",
				"Has the provider look at it, and answers when it has. Of an Aadhaar the picture is kept with its first eight digits covered, of other pictures nothing but what shows. 409 in another order of steps, 413 and 415 for the file, 422 for malware (upload.malware), and with extra.reason for what is refused: three of them, and a person looks. 503 when the scanner for malware does not answer, 502 when the provider does not answer, which does not count.",
			},
			{
				"POST /api/UserProfiles/setCompanyEmailV2", customer, "company_email", small, own(identity.setCompanyEmail),
				"Send a code to the company e-mail",
				"The address proves nothing until verifyCompanyEmail brings the code back, within a quarter of an hour. 409 in another order of steps, 422 for a domain that is blocked, 429 within a minute of the last code.",
			},
			{
				"POST /api/UserProfiles/verifyCompanyEmail", customer, "write", small, own(identity.proveCompanyEmail),
				"Prove the company e-mail by its code",
				"To bring it again changes nothing. 409 without a code, 422 for a wrong one, which counts, and for one that has run out or was tried wrongly five times.",
			},
			{
				"POST /api/UserProfiles/saveCollegeName", customer, "write", small, own(identity.saveCollege),
				"Save the name of the college",
				"The same again changes nothing. 409 in another order of steps, 422 without a name.",
			},
			{
				"POST /api/Hyperverges/setAndVerifyGST", customer, "kyc", small, outside(own(identity.setGST)),
				"Verify the GST registration",
				"It has to be active and the customer's own; a business that is no sole proprietorship is looked at. The same again changes nothing. 409 in another order of steps, 422 with extra.reason, 502 when the register does not answer.",
			},
			{
				"POST /api/UserProfiles/getFinboxNetBankingLink", customer, "kyc", noBody, outside(own(identity.bankLink)),
				"Share a bank statement by net banking",
				"Answers with the address of the provider's page, from which the browser comes back to the KYC screen with from=bank; then predictionStatus is asked. 409 in another order of steps, 502 when the provider does not answer.",
			},
			{
				"POST /api/FinboxBankStatement/predictionStatus", customer, "prediction_status", noBody, outside(own(identity.prediction)),
				"Whether a bank statement was read",
				"The answer is of our own row; the provider is asked at most once in two seconds. 404 for a statement that is not the customer's, and another customer's userId. 422 with extra.reason for one that could not be read, 502 when the provider does not answer.",
			},
			{
				"POST /api/Documents/upload", customer, "kyc_upload", maxDocumentForm, outside(own(identity.uploadStatement)),
				"Upload a bank statement as a PDF",
				"Keeps it; setDetails has it read. 409 in another order of steps, 413 and 415 for the file, 422 for malware, 503 when the scanner for malware does not answer, 502 when the provider does not answer.",
			},
			{
				"POST /api/DocumentDetails/setDetails", customer, "kyc", small, outside(own(identity.setPassword)),
				"Have a bank statement read, with the password of its PDF",
				"A statement without a password is read with none. To say it again while it is read changes nothing. 404 for a statement that is not the customer's, 422 for a wrong password, which may be tried again, and for a file that cannot be read, 502 when the provider does not answer.",
			},
			{
				"POST /api/UserProfiles/submitPartialApprove", customer, "write", noBody, own(identity.acceptPartial),
				"Accept the partial approval that was offered",
				"KYC is complete without the proof that is missing. To say it again changes nothing. 409 when none was offered.",
			},
			{
				"POST /api/UserProfiles/cancelAllPendingKycOrders", customer, "write", noBody, own(identity.cancelAll),
				"Give KYC up, with all that waits for it",
				"Ends a KYC that is not finished, and gives up the transfers that were accepted and wait for it. To say it again changes nothing; a profession that is chosen goes on with it.",
			},
			{
				"POST /api/UserProfiles/skipAlternateBankDetails", customer, "write", noBody, own(identity.skipBank),
				"Leave the second bank statement out",
				"The one that was asked for beside a thin one; and the statement altogether where a proven company e-mail stands for it. To say it again changes nothing. 409 when there is nothing to leave out.",
			},
			{
				"POST /api/UserProfiles/changeUserNameFromPAN", customer, "write", small, own(identity.rename),
				"Take the name of the PAN",
				"Once; the former name is kept, and KYC is decided anew. To say it again changes nothing. 404 for another customer's userId, 409 without a verified PAN.",
			},
		}},
		{"Feedback", []row{
			{
				"GET /api/RMUsers/{id}/getFeedbackToCollect", customer | agent | payer, noLimit, noBody, ownID(feedback.next),
				"What to ask the customer",
				"The newest question that waits; skip says that there is nothing to ask now.",
			},
			{
				"POST /api/Feedbacks/submitFeedback", customer | payer, "write", small, own(feedback.submit),
				"Give feedback",
				"Answers one question, once: a 409 afterwards. 404 for a token that is not the customer's, 422 for a rating outside 1 to 10.",
			},
			{
				"POST /api/Feedbacks/lapseFeedbackV2", customer | payer, "write", small, own(feedback.lapse),
				"Never ask this again",
				"The customer is not asked this again. To say it again changes nothing. 404 for a token that is not the customer's, 409 for a question that was answered.",
			},
			{
				"POST /api/Feedbacks/feedbackLater", customer | payer, "write", small, own(feedback.later),
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
				"Fixes the refund: damage is invoiced with GST on top, then all that is owed is taken from unused rent in advance and from the deposit. To say it again changes nothing. 404 for a settlement that is not the customer's or an item outside of it, 422 for damage beyond the bounds.",
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
				"POST /operations/recordBankTransfer", operations, noLimit, small, company(staff.recordTransfer),
				"Record a bank transfer and match it with invoices",
				"Under the bank's reference, once: to say it again changes nothing. Pays the invoices named with their late fees, else what the customer owes, the oldest first. The receipt is for the amount; tax deducted at source pays beside it. What pays nothing waits in suspense with an alert, as does all of a transfer of nobody known. 404 for a customer or an invoice that there is not; 409 for a reference recorded with other facts; 422 for a day to come or more than 180 days ago, an invoice of another customer, or tax of more than a fifth of the whole or than is open.",
			},
			{
				"GET /operations/bankTransfers", operations, noLimit, noBody, company(staff.unmatchedTransfers),
				"Bank transfers with money in suspense",
				"At most 500, the oldest first: each is matched, or sent back to its payer.",
			},
			{
				"POST /operations/matchBankTransfer", operations, noLimit, small, company(staff.matchTransfer),
				"Match what is left of a bank transfer",
				"Pays as recordBankTransfer does, of another customer too. Tax deducted that the payer tells after the money was matched is booked too, as of the day of the transfer. 404 for a transfer, a customer or an invoice that there is not; 409 when nothing of it is left, or nothing is open that it could pay; 422 without a customer or an invoice.",
			},
			{
				"POST /operations/returnBankTransfer", operations, noLimit, small, company(staff.returnTransfer),
				"Say that what is left of a bank transfer was sent back to its payer",
				"The reference of the company's own transfer is kept in the audit log. 404 for a transfer that there is not; 409 when nothing of it is left, or for the reference of another return.",
			},
			{
				"POST /operations/unmatchBankTransfer", operations, noLimit, small, company(staff.unmatchTransfer),
				"Take back what a bank transfer paid under one receipt",
				"For a match that was a mistake: its invoices are open again, the claim of the tax is gone, the money waits in suspense again, and its receipt does not count. A late fee that it paid is credited; one that fell does not come back. The customer is told. 404 for a transfer or a receipt of it that there is not; 409 when something of what it paid was credited since.",
			},
			{
				"POST /operations/removeBankTransfer", operations, noLimit, small, company(staff.removeTransfer),
				"Strike a bank transfer with a wrong day or amount",
				"Its reference can be recorded anew. 404 for a transfer that there is not; 409 when something of it is matched or was sent back.",
			},
			{
				"POST /operations/recordPromise", operations, noLimit, small, company(staff.recordPromise),
				"Record that a customer has promised to pay by a day",
				"Nobody reminds the customer until then; late fees go on. The customer is told. To say the same again changes nothing. 404 for a customer that there is not; 409 when another promise is open or nothing is due; 422 for a day that is over or more than 15 days ahead, and for more than is due.",
			},
			{
				"POST /operations/withdrawPromise", operations, noLimit, small, company(staff.withdrawPromise),
				"Take back a promise that was recorded by mistake",
				"Reminders go on. 409 when none is open.",
			},
			{
				"GET /operations/promises", operations, noLimit, noBody, company(staff.promises),
				"Promises to pay",
				"Those that are open, and those of the last 90 days that were broken; of each at most 500, the newest first.",
			},
			{
				"GET /operations/invoice", operations, noLimit, noBody, companyPaper(invoicePaper(invoices, invoices.ofNumber)),
				"An invoice or a credit note by its number",
				"Whoever's it is; with Accept: application/pdf its A4 PDF, which a business customer without this dashboard is sent. A 404 says that no document has this number.",
			},
			{
				"GET /operations/voucher", operations, noLimit, noBody, companyPaper(voucherPaper(ahead, ahead.voucherOfNumber)),
				"A voucher of rent in advance by its number",
				"A receipt voucher or a refund voucher, whoever's it is; with Accept: application/pdf its A4 PDF. A 404 says that no voucher has this number.",
			},
			{
				"GET /operations/challan", operations, noLimit, noBody, companyPaper(challanPaper(challans, challans.ofNumber)),
				"A delivery challan by its number",
				"Whoever's it is; with Accept: application/pdf its three copies as an A4 PDF. A 404 says that no challan has this number.",
			},
			{
				"GET /operations/challans", operations, noLimit, noBody, company(challans.ofDay),
				"The delivery challans of a day",
				"Of pickups, deliveries of a move, and orders, those that were cancelled too. Those of an order are issued at six in the morning of the promised day, those of the delivery of a move at ten, those of a pickup at the start of its slot or at ten. Each is printed by GET /operations/challan. One that needs an e-way bill says so.",
			},
			{
				"POST /operations/recordEWayBill", operations, noLimit, small, company(challans.recordEWayBill),
				"Note the number of a challan's e-way bill",
				"The challan prints it, and one that was noted before is replaced, or removed by an empty eWayBill. To say it again changes nothing. 404 for a number that is no challan's, 409 for a cancelled challan and for an e-way bill that is noted on another challan, 422 for what has not twelve digits.",
			},
			{
				"GET /operations/products", operations, noLimit, noBody, company(catalogue.products),
				"The catalogue",
				"All products by their id, with rent and deposit for new orders, and HSN code and value as goods, without which no delivery challan is issued.",
			},
			{
				"POST /operations/setProductGoods", operations, noLimit, small, company(catalogue.setGoods),
				"Say what a product is as goods",
				"Its HSN code and the value of one unit, for the delivery challans from now on. To say it again changes nothing else. 404 for an id that is no product's, 422 for what is no code of goods or no value.",
			},
			{
				"GET /operations/documents", operations, noLimit, noBody, invoices.month(),
				"All documents of a month that is over, as one ZIP",
				"Invoices, credit notes, vouchers and delivery challans of all customers as A4 PDFs, each the supplier's duplicate under its number, and index.csv with number, day, kind, customer and sums. It is written while it is read; an answer that breaks off has no end and opens in no program. 422 for a month that is not over.",
			},
			{
				"GET /operations/paymentReceipt", operations, noLimit, noBody, companyPrinted(payments.receiptOfCustomer),
				"The receipt of a payment",
				"Whoever's it is, as an A4 PDF. A 404 says that the customer has no payment of this number that has succeeded.",
			},
			{
				"GET /operations/accountStatement", operations, noLimit, noBody, companyPaper(accountPaper(payments, payments.accountOfCustomer)),
				"The account of a customer over some days",
				"As getAccountStatement; with Accept: application/pdf on paper, with text/csv for a spreadsheet. 404 for a customer that there is not, 422 for days that cannot be.",
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
				"POST /operations/enterSettlementFile", operations, noLimit, maxSettlementFile, company(staff.enterSettlementFile),
				"Enter a provider's settlement file",
				"Takes a CSV of at most 2 MB in the provider's format, as rento reconcile --file does. Each line is entered once, in whatever file it comes, so the same file again changes nothing. Lines that differ from the books are not entered, but returned, with an alert each. 413 for a larger file, which may come in parts, each with the first line; 422 for a file that lacks columns, a file of which no line is of the books, and a provider without such files.",
			},
			{
				"POST /operations/enterSettlementLine", operations, noLimit, small, company(staff.enterSettlementLine),
				"Enter a line of a settlement file that differs from the books",
				"For a line whose money the bank has: it is entered against money in transit as far as the books have the payment or refund, else against suspense, and the line's alert is closed with the reason. 404 for an alert that is of no such line, 409 for a line whose amounts could not be read or whose money was entered before.",
			},
			{
				"GET /operations/kycReviews", operations, noLimit, noBody, company(identity.reviews),
				"KYC that waits for a person",
				"Lists the oldest hundred, with what is to be looked at.",
			},
			{
				"POST /operations/decideKyc", operations, noLimit, small, company(identity.decide),
				"Decide about a KYC in review",
				"The customer is told. To say it again changes nothing. 404 for a customer without a KYC, 409 for one that is not in review.",
			},
			{
				"GET /operations/funnels", operations, noLimit, noBody, company(staff.funnels),
				"How far customers came",
				"For each funnel, how many of the customers who agreed to analytics came to each of its steps, in their order, from one day to another; without days the last thirty. 422 for what is no day.",
			},
			{
				"GET /operations/errors", operations, noLimit, noBody, company(errors.list),
				"Errors of the app and of the server",
				"The hundred kinds of errors that were seen last, the newest first, with how often each was seen.",
			},
			{
				"GET /operations/errorDetails", operations, noLimit, noBody, company(errors.details),
				"One kind of error",
				"With its newest error: what caused it, and the calls that were running. 404 for an id that is none's.",
			},
			{
				"POST /operations/resolveError", operations, noLimit, small, company(errors.resolve),
				"Say that errors of a kind are mended",
				"One that is seen once more stands there as `again`. The audit log says who did it. To say it again changes nothing. 404 for an id that is none's.",
			},
			{
				"POST /operations/agentLink", operations, noLimit, small, company(staff.agentLink),
				"Make a link by which an agent works in a customer's dashboard",
				"The link works once and for a short time. The audit log keeps the agent, the reason and who asked. 404 for a customer that there is not, 422 without a name of the agent or a reason.",
			},
			{
				"GET /operations/staff", operations, noLimit, noBody, company(people.list),
				"Who answers customers in the chat",
				"At most 500, by name; those who may not sign in any more too.",
			},
			{
				"POST /operations/addStaff", operations, noLimit, small, company(people.add),
				"Let somebody answer customers in the chat",
				"They sign in at the support console by a code that is mailed to them and one of their authenticator app, which is set up with what is answered here, this once. Who is known by the address already gets it anew and is signed out everywhere. 422 for a name or an address that cannot be.",
			},
			{
				"POST /operations/endStaff", operations, noLimit, small, company(people.end),
				"Have somebody answer customers no more",
				"They are signed out everywhere, at once. What they have answered stays. To end it again changes nothing. 404 for an id that is nobody's.",
			},
		}},
		// Pages, pictures and webhooks are not calls of the contract.
		{"", []row{
			{
				"POST /webhooks/{provider}", providers, "webhook", inbox.MaxEvent, page(&webhookCalls{deps.Inbox, deps.Limits, deps.Logger}),
				"Take a provider's event in",
				"The raw bytes are verified by the provider's signature; 200 says that they are stored. The same event again is stored once.",
			},
			{
				"POST /webhooks/{provider}/{secret}", providers, "webhook", inbox.MaxEvent, page(&webhookCalls{deps.Inbox, deps.Limits, deps.Logger}),
				"Take an event in of a provider that signs nothing",
				"The end of the address, which nobody else knows, stands for the signature; otherwise as above.",
			},
			{
				"GET " + ImagePath + "{token}", bearer, "address", noBody, page(http.HandlerFunc(uploads.show)),
				"Show an image",
				"An <img> sends no session: the token in the address says whose image it is and how long. Any other is a 404.",
			},
			{
				"GET " + documentPath + "{token}", bearer, "address", noBody, page(http.HandlerFunc(identity.show)),
				"Show a document of KYC",
				"The token in the address says whose document it is, and works for five minutes. Any other is a 404.",
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
				"GET " + notify.InvoicePath + "{code}", bearer, noLimit, noBody, page(links.ofInvoice(links.pages.Invoice)),
				"An invoice, for who has the link in a mail to a business customer",
				"What is open of it and its payment, without a script; once it is paid or taken back, that alone. 404 for a link that is not ours. It is counted with /pgRedirect.",
			},
			{
				"GET " + notify.InvoicePath + "{code}/pdf", bearer, noLimit, noBody, page(links.ofInvoice(links.pages.PrintInvoice)),
				"That invoice as a PDF",
				"As long as something of it is open, else back to the invoice. It is counted with its page.",
			},
			{
				"GET " + notify.InvoicePath + "{code}/pay", bearer, noLimit, noBody, page(links.ofInvoice(links.pages.ToInvoice)),
				"Back to that invoice",
				"For who reloads the address of its payment.",
			},
			{
				"POST " + notify.InvoicePath + "{code}/pay", bearer, noLimit, tiny, page(links.ofInvoice(links.pages.PayInvoice)),
				"Begin the payment of that invoice",
				"Leads to the pay page of a new transaction, or back to the invoice when nothing is open or a payment is under way. It is counted with its page.",
			},
			{
				"GET " + chatpage.Path, anybody, "address", noBody, page(pages.Chat),
				"The page with a chat provider's window",
				"Isolated from the dashboard: the provider's script runs here. 404 where customers chat with us alone.",
			},
			{
				"GET " + mappage.Path, anybody, noLimit, noBody, page(pages.Map),
				"The page with Google's map",
				"Isolated from the dashboard: Google's script runs here. 404 without a key in the settings.",
			},
			{
				"GET " + console.Path, bearer, "address", noBody, page(pages.Console.List()),
				"The support console: chats that wait for an answer",
				"For staff, whose session is in a cookie; others are led to the sign-in. Where the console has an origin of its own it is served there alone.",
			},
			{
				"GET " + console.Path + "/sign-in", anybody, "address", noBody, page(http.HandlerFunc(pages.Console.SignIn)),
				"Where staff sign in",
				"A form for the address, to which a code is mailed.",
			},
			{
				"POST " + console.Path + "/sign-in", anybody, "login", tiny, page(http.HandlerFunc(pages.Console.SignedIn)),
				"Take the address of somebody of staff, and then the codes",
				"An address that is nobody's is answered in the same way. A wrong code counts.",
			},
			{
				"POST " + console.Path + "/sign-out", anybody, "address", tiny, page(http.HandlerFunc(pages.Console.SignOut)),
				"Sign staff out",
				"Ends the session of the cookie.",
			},
			{
				"GET " + console.Path + "/chats/{customer}/{thread}", bearer, "address", noBody, page(pages.Console.Thread()),
				"A chat, to read and to answer",
				"The audit log says who read it. One that waits for nobody, and has not, is a 404.",
			},
			{
				"POST " + console.Path + "/chats/{customer}/{thread}/answer", bearer, "address", small, page(pages.Console.Answer()),
				"Answer in a chat",
				"The same form again changes nothing. When a colleague has answered meanwhile, the page shows that first.",
			},
			{
				"GET " + console.Path + "/chats/{customer}/{thread}/{form}", bearer, "address", noBody, page(pages.Console.ToThread()),
				"Back from a form to its chat",
				"After a refusal the address of the form is in the bar: to open it leads to the chat.",
			},
			{
				"POST " + console.Path + "/chats/{customer}/{thread}/close", bearer, "address", tiny, page(pages.Console.Close()),
				"Close a chat",
				"The customer is told in it; what they write then begins another one. When they have written meanwhile, the page shows that first.",
			},
			{
				"POST " + console.Path + "/chats/{customer}/{thread}/reopen", bearer, "address", tiny, page(pages.Console.Reopen()),
				"Open a closed chat again",
				"The customer is told in it. When they have begun another one meanwhile, the page says so.",
			},
			{
				"GET " + console.Path + "/changes", bearer, "address", noBody, page(http.HandlerFunc(pages.Console.Changes)),
				"Whether anything is new at the console",
				"For the script of its pages. It is no use of the session unless somebody is writing (?writing).",
			},
			{
				"GET " + console.Path + "/static/{name}", anybody, "address", noBody, page(http.HandlerFunc(pages.Console.Static)),
				"The style and the script of the console",
				"console.css and console.js.",
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
				"GET " + site.AssetLinksPath, anybody, noLimit, noBody, page(http.HandlerFunc(pages.Site.AssetLinks)),
				"The company's Android app",
				"Digital Asset Links, by which the app shows the dashboard without the browser's bar. 404 where there is no such app.",
			},
			{
				"GET " + site.AppleAssociationPath, anybody, noLimit, noBody, page(http.HandlerFunc(pages.Site.AppleAssociation)),
				"The company's iOS app",
				"The association by which links to the dashboard open in the app. 404 where there is no such app.",
			},
			{
				"GET /site.css", anybody, noLimit, noBody, page(http.HandlerFunc(pages.Site.Style)),
				"The style of the pages outside the dashboard",
				"Of the contract's page too.",
			},
			{
				"GET /front.js", anybody, noLimit, noBody, page(http.HandlerFunc(pages.Site.Script)),
				"The script of the front page",
				"Leads whoever is signed in on the device to the dashboard.",
			},
			{
				"GET /invite/{code}", anybody, noLimit, noBody, page(http.HandlerFunc(pages.Site.Invitation)),
				"The page for whom a customer has invited",
				"Shows the code and how it is used; whether it is somebody's, the page does not tell.",
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

// PaymentReturn is the page to which gateways send the browser back with a form from their own
// origin. The check for forms of other origins must let it through.
const PaymentReturn = "POST /pay/{uniqueId}/return"
