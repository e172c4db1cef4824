import * as msw from 'msw'
import type { AppConfig } from '#/api/config'
import type { paths } from '#/api/schema'

/** An error in the format of the API. */
export interface Fault {
  error: { statusCode: number; name: string; message: string; extra: object }
}

/** What the server serves outside the contract. */
interface Others {
  '/app-config.json': { get: AppConfig }
}

type Method = 'get' | 'post' | 'delete'

/** Turns '/api/RMUsers/{id}/addresses' into the type of all paths with some text in that place. */
type Filled<Path> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Path

/** A document can also be requested as a PDF or ZIP. */
type InPdf<Call, M extends Method> =
  Call extends Record<
    M,
    { responses: { 200: { content: { 'application/pdf': unknown } | { 'application/zip': unknown } } } }
  >
    ? string
    : never

type Of<Path, M extends Method> = {
  [Known in keyof paths]: Path extends Filled<Known>
    ? paths[Known] extends Record<M, { responses: { 200: { content: { 'application/json': infer Body } } } }>
      ? Body | InPdf<paths[Known], M>
      : paths[Known] extends Record<
            M,
            { responses: { 200: { content: { 'application/pdf': unknown } | { 'application/zip': unknown } } } }
          >
        ? string
        : never
    : never
}[keyof paths]

/** The response of a call according to the contract. */
type Answer<Path, M extends Method> = Path extends keyof Others
  ? M extends keyof Others[Path]
    ? Others[Path][M]
    : never
  : Of<Path, M>

/** What a handler may return: a response of the contract, or a refusal. */
type Body<Path, M extends Method> = Extract<Answer<Path, M>, msw.DefaultBodyType> | Fault

export type Reply<Path, M extends Method> = msw.HttpResponse<Body<Path, M>>

type Handle<M extends Method> = <Path extends string>(
  path: `*${Path}`,
  answer: msw.HttpResponseResolver<msw.PathParams, msw.DefaultBodyType, Body<Path, M>>,
  options?: msw.RequestHandlerOptions,
) => msw.HttpHandler

/** MSW's handlers, typed by the contract. A response that a call cannot have does not compile. */
export const http = msw.http as unknown as { [M in Method]: Handle<M> } & Pick<typeof msw.http, 'all'>

/** The path of a call on any origin. */
export const call = <Path extends string>(path: Path): `*${Path}` => `*${path}`

/** Answers a POST, and records its body. */
export function keeping<Path extends string>(
  path: `*${Path}`,
  record: (body: unknown) => void,
  reply: () => Reply<Path, 'post'>,
): msw.HttpHandler {
  const post = msw.http.post as (
    path: string,
    answer: (of: { request: Request }) => Promise<Response>,
  ) => msw.HttpHandler
  return post(path, async ({ request }) => {
    record(await request.json())
    return reply()
  })
}
