import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'

/** A copy of all that is held of the customer, as a ZIP. */
export const downloadData = () => unwrap<Blob>(api.GET('/api/UserProfiles/downloadData', { parseAs: 'blob' }))
