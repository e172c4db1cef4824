import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'

const onPaper = { headers: { Accept: 'application/pdf' }, parseAs: 'blob' } as const

/** The deposit's statement on paper. */
export const depositPdf = () => unwrap<Blob>(api.GET('/api/Dashboards/getDepositDetails', onPaper))

/** The wallet's whole statement on paper. */
export const walletPdf = () => unwrap<Blob>(api.GET('/api/Dashboards/getWalletTransactions', onPaper))
