import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'

const onPaper = { headers: { Accept: 'application/pdf' }, parseAs: 'blob' } as const

/** The statement of the deposit as a PDF. */
export const depositPdf = () => unwrap<Blob>(api.GET('/api/Dashboards/getDepositDetails', onPaper))

/** The statement of the whole wallet as a PDF. */
export const walletPdf = () => unwrap<Blob>(api.GET('/api/Dashboards/getWalletTransactions', onPaper))
