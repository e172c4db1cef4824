import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'

/** A copy of all data about the customer, as a ZIP. */
export const downloadData = () => unwrap<Blob>(api.GET('/api/UserProfiles/downloadData', { parseAs: 'blob' }))
