import { setupServer } from 'msw/node'
import { defaultHandlers } from './handlers'

/** Answers like the API of a customer with two items and nothing due; a test overrides what it is about. */
export const server = setupServer(...defaultHandlers)
