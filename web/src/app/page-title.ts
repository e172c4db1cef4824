import { m } from '#/copy'

/** The first part of the browser title, by route. Messages are called late, so that the language is right. */
const titles: Record<string, () => string> = {
  '/login': m.session_title,
  '/authenticate-user': m.session_signing_in,
  '/_default/home': m.shell_dashboard,
  '/_default/kyc': m.shell_profile_kyc,
  '/_default/referral': m.shell_referral,
  '/_default/settings': m.shell_settings,
  '/_default/my-subscriptions/active-subscriptions': m.shell_active_items,
  '/_default/my-subscriptions/closed-subscriptions': m.shell_closed_items,
  '/_default/my-subscriptions/adjustment-invoice': m.invoices_adjustment_title,
  '/_default/my-subscriptions/all-requests': m.shell_all_requests,
  '/_default/my-subscriptions/invoices': m.shell_invoices,
  '/_default/my-subscriptions/transactions': m.shell_transactions,
  '/_full/create-new-request': m.requests_create_title,
  '/_full/kyc/documents/{-$profession}': m.kyc_documents_title,
  '/_full/referral/terms': m.referral_terms_title,
  '/_full/my-subscriptions/{-$invoiceId}/rental-invoice': m.invoices_rental_title,
  '/_empty/print-pdf/{-$pdfType}': m.invoices_print_title,
  '/_empty/wa/cancellation': m.requests_cancellation_title,
}

export function pageTitle(routeId: string | undefined): string {
  return (routeId && titles[routeId]?.()) || m.shell_page_title()
}
