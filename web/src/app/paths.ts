export const BASE_PATH = '/dashboard'
export const HOME = '/home'

/** The search of the pages that sign somebody in: where to go on afterwards. */
export const parseRedirect = ({ redirectUrl }: Record<string, unknown>): { redirectUrl?: string } => ({
  redirectUrl: redirectUrl as string | undefined,
})
